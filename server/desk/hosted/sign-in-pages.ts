import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { escapeLine, hiddenField, renderBarePage } from "../desk-html.ts";
import type { OpenedLink } from "./sign-in-mails.ts";

export interface SignInPage {
  readonly siteName: string;
  /**
   * Options for the browser's passkeys; null if there is no passkey yet or this browser may not use
   * one.
   */
  readonly passkey: object | null;
  /** Whether this browser has to sign in with a link before it may use a passkey. */
  readonly needsLink: boolean;
  /** Whether links can be mailed. */
  readonly canMail: boolean;
  /** The address that commands need with --site; null if they run on the server's machine. */
  readonly commandSite: string | null;
  /** The path to open afterwards, relative to the desk, sealed; "" for the desk's home. */
  readonly next: string;
  /** Why the last attempt failed; null if there was none. */
  readonly problem: string | null;
  readonly script: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The page for a browser that is not signed in. */
export function renderSignIn({
  siteName,
  passkey,
  needsLink,
  canMail,
  commandSite,
  next,
  problem,
  script,
  status,
  headers = {},
}: SignInPage): Response {
  const mail = canMail
    ? `<form method="post" action="/sign-in/mail" class="way">${hiddenField("next", next)}<button type="submit">Mail me a link</button>
<p>It is sent to the address that receives notices. The link works once, within ten minutes, in this browser.</p></form>`
    : "";
  const command =
    commandSite === null
      ? "On the server's machine, <code>octavo desk invite</code>"
      : `<code>octavo desk invite --site ${escapeLine(commandSite)}</code>, with your first key,`;
  const invite = `<p>${command} prints a link. It signs in one browser, once.</p>`;
  const link = needsLink ? "<p>In this browser, first sign in with a link. From then on, your passkey is enough here.</p>" : "";
  const body = `${problem === null ? "" : `<p class="said problem" role="alert">${escapeLine(problem)}</p>`}
${passkey === null ? "" : renderPasskeyForm({ action: "/sign-in", hidden: hiddenField("next", next), label: "Sign in with a passkey", use: "get", options: passkey, field: "proof" })}
${link}${mail}
${invite}`;
  return renderBarePage({ status, title: `The desk of ${siteName}`, body, script, headers });
}

export interface PasskeyForm {
  /** Path; "" for the page's own. */
  readonly action: string;
  /** HTML of other fields. */
  readonly hidden: string;
  readonly label: string;
  readonly use: "get" | "create";
  readonly options: object;
  /** The field for the browser's answer. `hidden` may already hold an earlier answer. */
  readonly field: string;
}

/**
 * The desk's script calls the browser's passkeys and sends the answer in a field, so that every
 * request is a page request.
 */
export function renderPasskeyForm({ action, hidden, label, use, options, field }: PasskeyForm): string {
  const target = action === "" ? "" : ` action="${escapeHtml(action)}"`;
  return `<form method="post"${target} class="way" data-passkey="${use}" data-options="${escapeHtml(JSON.stringify(options))}">${hidden}<input type="hidden" name="${field}" value="" data-answer>
<button type="submit" class="main" data-press hidden>${escapeLine(label)}</button>
<p class="said problem" role="alert" data-problem hidden></p>
<noscript><p>Passkeys need JavaScript.</p></noscript></form>`;
}

/** A page with a button to the sign-in page. `next` is as in SignInPage. */
export function renderSignedOut(siteName: string, next: string): Response {
  const body = `<p>You are signed out.</p>
<form action="/sign-in" class="way">${next === "" ? "" : hiddenField("next", next)}<button type="submit" class="main">Sign in</button></form>`;
  return renderBarePage({ status: 200, title: `The desk of ${siteName}`, body });
}

/**
 * An email's link opens this page. Programs that scan links in emails do not press its button.
 */
export function renderLinkPage(
  { token, next, asksCode }: OpenedLink,
  siteName: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const code = asksCode
    ? '<label for="code">The code that was printed with this link</label><input type="text" id="code" name="code" required autocomplete="off" autocapitalize="none" spellcheck="false">'
    : "";
  const body = `<form method="post" action="/sign-in/link" class="way">${hiddenField("token", token)}${hiddenField("next", next)}${code}<button type="submit" class="main">Sign in</button></form>`;
  return renderBarePage({ status: 200, title: `Sign in to the desk of ${siteName}`, body, headers });
}
