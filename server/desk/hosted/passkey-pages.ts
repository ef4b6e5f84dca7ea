import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { readForm } from "../../http/body.ts";
import type { Owner } from "../../owner/owner-operation.ts";
import { showSite } from "../../owner/show-site.ts";
import { isSameText } from "../../same-text.ts";
import type { AccessStore } from "../../store/access-types.ts";
import { toPublicId } from "../../store/sqlite/ids.ts";
import { DESK_HEADERS, escapeLine, hiddenField, renderBarePage, renderDeskMessage } from "../desk-html.ts";
import { say } from "../queue-actions.ts";
import type { DeskAddress } from "./desk-address.ts";
import type { DeskAnswer } from "./desk-answer.ts";
import type { DeskSessions, HostedSession } from "./desk-sessions.ts";
import { isFromDesk, isFromOrigin } from "./fetch-context.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Seals } from "./seals.ts";
import { renderPasskeyForm } from "./sign-in-pages.ts";

export const PASSKEYS_MAX = 20;
const PASSKEY_NAME_MAX = 60;
const ID_LENGTH = 12;
/** How long a form that waits for a confirmation is kept, in ms. */
const WISH_MS = 5 * 60_000;
/** Enough for a passkey's percent-encoded answer and the form that waits for it. */
const FORM_MAX_BYTES = 32 * 1024;
const CONFIRM_PATH = "/confirm";
const TICKET_PATH = "/access/passkey";
const CREATION_PATH = "/access/passkey/new";

export interface PasskeyPageOptions {
  readonly access: AccessStore;
  readonly passkeys: Passkeys;
  readonly sessions: DeskSessions;
  readonly seals: Seals;
  readonly owner: Owner;
  readonly script: string;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
}

/** A form of the desk that waits until the owner has confirmed it. */
interface Wish {
  readonly session: string;
  /** ms since 1970. */
  readonly end: number;
  readonly path: string;
  readonly fields: readonly (readonly [string, string])[];
}

/** A request of a signed-in browser. */
export interface PasskeyVisit {
  readonly request: Request;
  readonly session: HostedSession;
  readonly address: DeskAddress;
  /** Answers a form as the desk's pages do. */
  readonly send: (form: Request, session: HostedSession) => Promise<Response>;
}

/** Pages where a signed-in owner uses a passkey: to confirm a form, and to add a passkey. */
export interface PasskeyPages {
  /** Address of the page that asks for a confirmation and then sends the form. */
  leadToConfirmation(session: HostedSession, wish: { readonly path: string; readonly form: URLSearchParams }): Promise<string>;
  /** Returns null if the request is for another page. */
  answer(visit: PasskeyVisit): Promise<DeskAnswer | null>;
}

export function createPasskeyPages(options: PasskeyPageOptions): PasskeyPages {
  const { seals, clock } = options;
  return {
    leadToConfirmation: async ({ stored }, { path, form }) => {
      // The draft of a reply, which a ban does not use, would make the address too long.
      const isDraft = (name: string): boolean => name === "text" && path.startsWith("/comments/");
      const fields = [...form].filter(([name]) => !isDraft(name));
      const wish: Wish = { session: stored.id, end: clock() + WISH_MS, path, fields };
      return `${CONFIRM_PATH}?${new URLSearchParams({ wish: await seals.seal("wish", JSON.stringify(wish)) })}`;
    },
    answer: async (visit) => {
      const { pathname, searchParams } = new URL(visit.request.url);
      switch (`${visit.request.method} ${pathname}`) {
        case `GET ${CONFIRM_PATH}`:
          return askToConfirm(options, visit, { sealed: searchParams.get("wish") ?? "", problem: null });
        case `POST ${CONFIRM_PATH}`:
          return confirm(options, visit);
        case `POST ${TICKET_PATH}`:
          return askToCreate(options, visit);
        case `POST ${CREATION_PATH}`:
          return create(options, visit);
        default:
          return null;
      }
    },
  };
}

async function askToConfirm(
  options: PasskeyPageOptions,
  { session, address }: PasskeyVisit,
  { sealed, problem }: { readonly sealed: string; readonly problem: string | null },
): Promise<DeskAnswer> {
  const { access, passkeys, script } = options;
  if ((await openWish(options, session, sealed)) === null) return endedWish();
  const allowed = (await access.listPasskeys()).map(({ credential }) => credential);
  const form = renderPasskeyForm({
    action: CONFIRM_PATH,
    hidden: hiddenField("wish", sealed),
    label: "Confirm with a passkey",
    use: "get",
    options: passkeys.toRequest(address, { purpose: "confirm", session: session.stored.id }, allowed),
    field: "proof",
  });
  const said = problem === null ? "" : `<p class="said problem" role="alert">${escapeLine(problem)}</p>`;
  const body = `${said}<p>Nothing has been changed yet.</p>${form}<p><a href="/">To the desk</a></p>`;
  return { passkeyPage: renderBarePage({ status: 403, title: "Confirm that it is you", body, script, isSeen: true }) };
}

async function confirm(options: PasskeyPageOptions, visit: PasskeyVisit): Promise<DeskAnswer> {
  const { request, session, address, send } = visit;
  const { passkeys, sessions } = options;
  if (!isFromOrigin(request.headers, address)) return renderForeignForm();
  const form = await readForm(request, { maxBytes: FORM_MAX_BYTES });
  const sealed = form.get("wish") ?? "";
  const wish = await openWish(options, session, sealed);
  if (wish === null) return endedWish();
  const use = { purpose: "confirm", session: session.stored.id } as const;
  const isProved = (await passkeys.verify(form.get("proof") ?? "", address, use)) !== null;
  if (!isProved) return askToConfirm(options, visit, { sealed, problem: "The passkey’s answer cannot be used. Try again." });
  await sessions.confirm(session);
  const confirmed = await sessions.find(request);
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  const body = new URLSearchParams(wish.fields.map(([name, value]) => [name, value]));
  return send(new Request(new URL(wish.path, request.url), { method: "POST", headers, body: String(body) }), confirmed ?? session);
}

async function openWish({ seals, clock }: PasskeyPageOptions, { stored }: HostedSession, sealed: string): Promise<Wish | null> {
  const text = await seals.open("wish", sealed);
  const wish = text === null ? null : (JSON.parse(text) as Wish);
  return wish !== null && wish.session === stored.id && wish.end > clock() ? wish : null;
}

/**
 * Only a form of `/access` opens the page for a new passkey, and only once, because anyone who
 * could read its challenge could add a passkey. If the browser requests the page again, it shows no
 * challenge.
 */
async function askToCreate(options: PasskeyPageOptions, { request, session, address }: PasskeyVisit): Promise<DeskAnswer> {
  const { access, passkeys, owner, script } = options;
  const form = await readForm(request, { maxBytes: FORM_MAX_BYTES });
  if (!isFromDesk(request.headers, address) || !isSameText(form.get("form") ?? "", session.formToken)) return renderForeignForm();
  const { stored } = session;
  if (!(await passkeys.takeTicket(form.get("ticket") ?? "", stored.id))) {
    say(session, "more than five minutes have passed: press the button again", true);
    return toAccess();
  }
  const { site } = await owner(showSite, {});
  const present = await access.listPasskeys();
  const name = `<label for="name">Name of the new passkey</label><input type="text" id="name" name="name" required maxlength="${PASSKEY_NAME_MAX}" value="${escapeHtml(stored.name)}" autocomplete="off">`;
  const creation = passkeys.toCreation(address, { purpose: "register", session: stored.id }, site?.name ?? "Octavo", present);
  const body = renderPasskeyForm({
    action: CREATION_PATH,
    hidden: name,
    label: "Add a passkey",
    use: "create",
    options: creation,
    field: "passkey",
  });
  const page = `${body}<p><a href="/access">Back</a></p>`;
  return { passkeyPage: renderBarePage({ status: 200, title: "A new passkey", body: page, script, isSeen: true }) };
}

async function create(options: PasskeyPageOptions, { request, session, address }: PasskeyVisit): Promise<DeskAnswer> {
  const { access, passkeys, clock, random } = options;
  if (!isFromOrigin(request.headers, address)) return renderForeignForm();
  const form = await readForm(request, { maxBytes: FORM_MAX_BYTES });
  const name = (form.get("name") ?? "").trim().slice(0, PASSKEY_NAME_MAX);
  const use = { purpose: "register", session: session.stored.id } as const;
  const credential = name === "" ? null : await passkeys.verifyNew(form.get("passkey") ?? "", address, use);
  const id = toPublicId(random).slice(0, ID_LENGTH);
  const isFull = (await access.listPasskeys()).length >= PASSKEYS_MAX;
  if (isFull) say(session, `there are ${PASSKEYS_MAX} passkeys already: remove one first`, true);
  else if (name === "") say(session, "the passkey has no name: nothing was added", true);
  else if (credential === null) say(session, "the browser's answer cannot be used, or came after five minutes: nothing was added", true);
  else if (await access.addPasskey({ ...credential, id, name, createdAt: clock() })) say(session, `the passkey ${name} was added`);
  else say(session, "this passkey has already been added", true);
  return toAccess();
}

function toAccess(): Response {
  return new Response(null, { status: 303, headers: { ...DESK_HEADERS, Location: "/access" } });
}

function endedWish(): Response {
  return renderDeskMessage(
    410,
    "This confirmation has expired",
    'It was valid for five minutes. Nothing was changed. <a href="/">To the desk</a>',
  );
}

export function renderForeignForm(): Response {
  return renderDeskMessage(403, "This was not sent from the desk", 'Nothing was changed. <a href="/">To the desk</a>');
}
