import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { showSite } from "../../owner/show-site.ts";
import type { AccessStore } from "../../store/access-types.ts";
import { toPublicId } from "../../store/sqlite/ids.ts";
import type { DeskAccess } from "../desk-app.ts";
import type { ActionAnswer, DeskContext } from "../desk-context.ts";
import { bdi, type DeskPage, hiddenField, renderInstant } from "../desk-html.ts";
import { say } from "../queue-actions.ts";
import type { DeskAddress } from "./desk-address.ts";
import { type DeskSessions, endedCookie, type HostedSession } from "./desk-sessions.ts";
import type { Passkeys } from "./passkeys.ts";
import { renderPasskeyForm } from "./sign-in-pages.ts";

const PASSKEY_NAME_MAX = 60;
const PASSKEYS_MAX = 20;
const ID_LENGTH = 12;
/** An id from a form, of a passkey or a browser. */
const ID = /^[a-z2-7]{12}$/;

export interface AccessPageOptions {
  readonly access: AccessStore;
  readonly passkeys: Passkeys;
  readonly sessions: DeskSessions;
  readonly address: DeskAddress;
  readonly canMail: boolean;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

/** `/access`: passkeys and signed-in browsers, and how the owner confirms grave steps. */
export function createAccessPages(options: AccessPageOptions): DeskAccess {
  return {
    footer: '<p><a href="/access">Passkeys and browsers</a></p>',
    read: (context) => composeAccess(options, context),
    act: (context, form) => act(options, context, form),
    confirm: (context, form, action) => confirm(options, context, form, action),
  };
}

/** Pages of this desk only get sessions of this desk. */
function sessionOf({ session }: DeskContext): HostedSession {
  return session as HostedSession;
}

async function composeAccess({ access, passkeys, address }: AccessPageOptions, context: DeskContext): Promise<DeskPage> {
  const { timeZone, owner } = context;
  const { stored, formToken } = sessionOf(context);
  const token = hiddenField("form", formToken);
  const [present, signedIn, { site }] = await Promise.all([access.listPasskeys(), access.listSessions(), owner(showSite, {})]);
  const button = (wish: string, id: string, label: string): string =>
    `<form method="post" action="/access">${token}${hiddenField("id", id)}<button type="submit" name="do" value="${wish}">${label}</button></form>`;
  const keys = present.map(
    ({ id, name, createdAt, usedAt }) =>
      `<li class="row"><b>${bdi(name)}</b> <span class="facts"><span>added ${renderInstant(createdAt, timeZone)}</span> <span>${usedAt === null ? "not used yet" : `used ${renderInstant(usedAt, timeZone)}`}</span></span>${button("remove-passkey", id, "Remove")}</li>`,
  );
  const browsers = signedIn.map(
    ({ id, name, way, createdAt, usedAt }) =>
      `<li class="row"><b>${bdi(name)}</b>${id === stored.id ? " (this one)" : ""} <span class="facts"><span>by ${way} ${renderInstant(createdAt, timeZone)}</span> <span>used ${renderInstant(usedAt, timeZone)}</span></span>${button(id === stored.id ? "sign-out" : "revoke", id, id === stored.id ? "Sign out" : "End")}</li>`,
  );
  const creation = passkeys.toCreation(address, { purpose: "register", session: stored.id }, site?.name ?? "Octavo", present);
  const hidden = `${token}${hiddenField("do", "add-passkey")}<label for="name">Name of the new passkey</label><input type="text" id="name" name="name" required maxlength="${PASSKEY_NAME_MAX}" value="${escapeHtml(stored.name)}" autocomplete="off">`;
  const add = renderPasskeyForm({ action: "/access", hidden, label: "Add a passkey", use: "create", options: creation, field: "passkey" });
  const none = '<p class="nothing">None yet. Add one now: then this device signs you in without a link.</p>';
  const body = `<section><h2>Passkeys</h2>${keys.length === 0 ? none : `<ul class="rows">${keys.join("\n")}</ul>`}${present.length < PASSKEYS_MAX ? add : ""}</section>
<section><h2>Signed-in browsers</h2><ul class="rows">${browsers.join("\n")}</ul></section>`;
  return { section: null, title: "Passkeys and browsers", body };
}

async function act(options: AccessPageOptions, context: DeskContext, form: URLSearchParams): Promise<ActionAnswer | null> {
  const { access } = options;
  const { session } = context;
  const id = form.get("id") ?? "";
  const here = { location: "/access" };
  switch (form.get("do")) {
    case "add-passkey":
      return askFirst(options, context, form, () => addPasskey(options, context, form));
    case "remove-passkey":
      return ID.test(id) ? askFirst(options, context, form, () => removePasskey(options, context, id)) : null;
    case "revoke":
      if (!ID.test(id)) return null;
      if (await access.revokeSession(id)) say(session, "that browser is signed out");
      else say(session, "it was not signed in any more", true);
      return here;
    case "sign-out":
      await access.endSession(sessionOf(context).stored.id);
      return { location: "/", cookie: endedCookie() };
    default:
      return null;
  }
}

async function askFirst(
  options: AccessPageOptions,
  context: DeskContext,
  form: URLSearchParams,
  act: () => Promise<ActionAnswer>,
): Promise<ActionAnswer> {
  const page = await confirm(options, context, form, "/access");
  return page === null ? act() : { page };
}

async function addPasskey(options: AccessPageOptions, context: DeskContext, form: URLSearchParams): Promise<ActionAnswer> {
  const { access, passkeys, address, clock, random } = options;
  const { session } = context;
  const here = { location: "/access" };
  const name = (form.get("name") ?? "").trim().slice(0, PASSKEY_NAME_MAX);
  const use = { purpose: "register", session: sessionOf(context).stored.id } as const;
  const credential = name === "" ? null : await passkeys.verifyNew(form.get("passkey") ?? "", address, use);
  const id = toPublicId(random).slice(0, ID_LENGTH);
  const isFull = (await access.listPasskeys()).length >= PASSKEYS_MAX;
  if (isFull) say(session, `there are ${PASSKEYS_MAX} passkeys already: remove one first`, true);
  else if (name === "") say(session, "the passkey has no name: nothing was added", true);
  else if (credential === null) say(session, "the browser's answer cannot be used, or came after five minutes: nothing was added", true);
  else if (await access.addPasskey({ ...credential, id, name, createdAt: clock() })) say(session, `the passkey ${name} is added`);
  else say(session, "this passkey is here already", true);
  return here;
}

/** The last passkey stays, unless links can be mailed. */
async function removePasskey({ access, canMail }: AccessPageOptions, { session }: DeskContext, id: string): Promise<ActionAnswer> {
  const present = await access.listPasskeys();
  const found = present.find((passkey) => passkey.id === id);
  if (found === undefined) say(session, "it was removed before", true);
  else if (present.length === 1 && !canMail)
    say(
      session,
      "this passkey stays: without it you could sign in only from the server. Add another one first, or set up mail (docs/notices.md)",
      true,
    );
  else if (await access.removePasskey(id))
    say(session, `the passkey ${found.name} is removed; its browsers stay signed in until you end them`);
  return { location: "/access" };
}

/** The confirmation page sends the form again, with the passkey's answer. */
async function confirm(options: AccessPageOptions, context: DeskContext, form: URLSearchParams, action: string): Promise<DeskPage | null> {
  const { access, passkeys, sessions, address, canMail } = options;
  const session = sessionOf(context);
  const use = { purpose: "confirm", session: session.stored.id } as const;
  const proof = form.get("proof") ?? "";
  if (sessions.isConfirmed(session)) return null;
  const isProved = proof !== "" && (await passkeys.verify(proof, address, use)) !== null;
  if (isProved) {
    await sessions.confirm(session);
    return null;
  }
  const present = await access.listPasskeys();
  const fields = [...form].filter(([name]) => name !== "proof").map(([name, value]) => hiddenField(name, value));
  const request = passkeys.toRequest(
    address,
    use,
    present.map(({ credential }) => credential),
  );
  const again = canMail ? "sign out, and in again by mail" : "sign out, and in again with a link of octavo desk invite";
  const way =
    present.length === 0
      ? `<p>You have no passkey. Add one within five minutes of signing in; for now, ${again}.</p><form method="post" action="/access">${hiddenField("form", session.formToken)}<button type="submit" name="do" value="sign-out">Sign out</button></form>`
      : renderPasskeyForm({
          action,
          hidden: fields.join(""),
          label: "Confirm with a passkey",
          use: "get",
          options: request,
          field: "proof",
        });
  const failed = proof === "" ? "" : '<p class="said problem" role="alert">The passkey’s answer cannot be used. Try again.</p>';
  const body = `${failed}<p>Confirm that it is you. Nothing has been changed yet.</p>${way}<p><a href="/">To the desk</a></p>`;
  return { section: null, title: "Confirm that it is you", body, status: 403 };
}
