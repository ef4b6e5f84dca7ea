import type { AccessStore } from "../../store/access-types.ts";
import type { DeskAccess } from "../desk-app.ts";
import type { ActionAnswer, DeskContext } from "../desk-context.ts";
import { bdi, type DeskPage, hiddenField, renderInstant } from "../desk-html.ts";
import { say } from "../queue-actions.ts";
import type { DeskSessions, HostedSession } from "./desk-sessions.ts";
import { PASSKEYS_MAX, type PasskeyPages } from "./passkey-pages.ts";
import type { Passkeys } from "./passkeys.ts";

/** The id of a passkey or browser, as sent by a form. */
const ID = /^[a-z2-7]{12}$/;

export interface AccessPageOptions {
  readonly access: AccessStore;
  readonly passkeys: Passkeys;
  readonly passkeyPages: Pick<PasskeyPages, "leadToConfirmation">;
  readonly sessions: DeskSessions;
  readonly canMail: boolean;
}

/** `/access`: passkeys and signed-in browsers, and how the owner confirms sensitive steps. */
export function createAccessPages(options: AccessPageOptions): DeskAccess {
  return {
    footer: '<p><a href="/access">Passkeys and browsers</a></p>',
    read: (context) => composeAccess(options, context),
    act: (context, form) => act(options, context, form),
    confirm: (context, form, action) => confirm(options, context, form, action),
  };
}

/** This desk's pages receive only this desk's sessions. */
function sessionOf({ session }: DeskContext): HostedSession {
  return session as HostedSession;
}

async function composeAccess({ access, passkeys, sessions }: AccessPageOptions, context: DeskContext): Promise<DeskPage> {
  const { timeZone } = context;
  const session = sessionOf(context);
  const { stored, formToken } = session;
  const token = hiddenField("form", formToken);
  const [present, signedIn] = await Promise.all([access.listPasskeys(), access.listSessions()]);
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
  const [addPath, addFields] = sessions.isConfirmed(session)
    ? ["/access/passkey", hiddenField("ticket", passkeys.toTicket(stored.id))]
    : ["/access", hiddenField("do", "add-passkey")];
  const add = `<form method="post" action="${addPath}" class="way">${token}${addFields}<button type="submit" class="main">Add a passkey</button></form>`;
  const none = '<p class="nothing">None yet. Add one now, and this device will sign you in without a link.</p>';
  const body = `<section><h2>Passkeys</h2>${keys.length === 0 ? none : `<ul class="rows">${keys.join("\n")}</ul>`}${present.length < PASSKEYS_MAX ? add : ""}</section>
<section><h2>Signed-in browsers</h2><ul class="rows">${browsers.join("\n")}</ul></section>`;
  return { section: null, title: "Passkeys and browsers", body };
}

async function act(options: AccessPageOptions, context: DeskContext, form: URLSearchParams): Promise<ActionAnswer | null> {
  const { access, sessions } = options;
  const { session } = context;
  const id = form.get("id") ?? "";
  switch (form.get("do")) {
    case "add-passkey":
      return (await confirm(options, context, form, "/access")) ?? goOnAdding(session);
    case "remove-passkey":
      return ID.test(id) ? ((await confirm(options, context, form, "/access")) ?? removePasskey(options, context, id)) : null;
    case "revoke":
      if (!ID.test(id)) return null;
      if (await access.revokeSession(id)) say(session, "that browser is signed out");
      else say(session, "it was no longer signed in", true);
      return { location: "/access" };
    case "sign-out":
      await access.endSession(sessionOf(context).stored.id);
      return { location: "/", cookie: sessions.cookies.ended() };
    default:
      return null;
  }
}

/** Returns to the page with the form for adding a passkey. */
function goOnAdding(session: DeskContext["session"]): ActionAnswer {
  say(session, "confirmed: now add the passkey");
  return { location: "/access" };
}

/** The last passkey can only be removed if links can be mailed. */
async function removePasskey({ access, canMail }: AccessPageOptions, { session }: DeskContext, id: string): Promise<ActionAnswer> {
  const present = await access.listPasskeys();
  const found = present.find((passkey) => passkey.id === id);
  if (found === undefined) say(session, "it had already been removed", true);
  else if (present.length === 1 && !canMail)
    say(
      session,
      "this passkey stays: without it you could sign in only from the server. Add another one first, or set up mail (docs/notices.md)",
      true,
    );
  else if (await access.removePasskey(id))
    say(session, `the passkey ${found.name} was removed; its browsers stay signed in until you end them`);
  return { location: "/access" };
}

async function confirm(
  options: AccessPageOptions,
  context: DeskContext,
  form: URLSearchParams,
  action: string,
): Promise<ActionAnswer | null> {
  const { access, passkeyPages, sessions, canMail } = options;
  const session = sessionOf(context);
  if (sessions.isConfirmed(session)) return null;
  if ((await access.listPasskeys()).length > 0) return { location: await passkeyPages.leadToConfirmation(session, { path: action, form }) };
  const again = canMail ? "sign out and sign in again by mail" : "sign out and sign in again with a link from octavo desk invite";
  const body = `<p>Nothing has been changed. You have no passkey. Add one within five minutes of signing in; for now, ${again}.</p>
<form method="post" action="/access">${hiddenField("form", session.formToken)}<button type="submit" name="do" value="sign-out">Sign out</button></form>
<p><a href="/">To the desk</a></p>`;
  return { page: { section: null, title: "Confirm that it is you", body, status: 403 } };
}
