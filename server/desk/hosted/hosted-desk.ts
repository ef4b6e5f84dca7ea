import { URI_MAX_BYTES } from "../../../contract/limits.ts";
import { isTrace } from "../../../contract/text/base-path.ts";
import type { ClientKeys } from "../../http/address/ip.ts";
import { readForm } from "../../http/body.ts";
import { Failure } from "../../http/http-failure.ts";
import type { Log } from "../../log.ts";
import type { NoticeSender } from "../../notices/owner-message.ts";
import { createOwner, type OwnerContext } from "../../owner/owner-operation.ts";
import type { ApiKeys } from "../../route-context.ts";
import { isSameText } from "../../same-text.ts";
import { StoreUnavailable, UNAVAILABLE_MESSAGES } from "../../store/store-errors.ts";
import { createDeskPages, DESK_METHODS, type DeskPagesOptions, explainFailure, FORM_MAX_BYTES } from "../desk-app.ts";
import { escapeLine, renderDeskMessage } from "../desk-html.ts";
import { createAccessPages } from "./access-pages.ts";
import { type DeskAddress, type DeskPlace, isHost, toDeskAddress } from "./desk-address.ts";
import { adaptDeskAnswer, type DeskAnswer, type DeskTimer, finishDeskAnswer } from "./desk-answer.ts";
import { type DeskArrival, readDeskArrival } from "./desk-arrival.ts";
import { createDeskSessions, type HostedSession, isFormOf } from "./desk-sessions.ts";
import { isFromDesk, isFromOrigin, isSignIn, refuseContext } from "./fetch-context.ts";
import { createPasskeyPages, renderForeignForm } from "./passkey-pages.ts";
import { createPasskeys } from "./passkeys.ts";
import { createSeals } from "./seals.ts";
import { createSignIn } from "./sign-in.ts";
import { createSignInMails } from "./sign-in-mails.ts";

export interface HostedDeskOptions extends Pick<DeskPagesOptions, "findPost" | "findTitle" | "channels" | "warnings" | "script"> {
  readonly place: DeskPlace;
  /** The site's address without a final slash; null if it is not known yet. */
  readonly findSite: () => Promise<string | null>;
  readonly context: OwnerContext;
  readonly keys: Pick<ApiKeys, "hash">;
  readonly senders: readonly NoticeSender[];
  readonly log: Log;
  /** Default: the process's clock and timers. */
  readonly timer?: DeskTimer;
}

export interface HostedDesk {
  answer(request: Request, client: ClientKeys): Promise<Response>;
  /** Resolves when all messages have been sent or abandoned. */
  settle(): Promise<void>;
}

const TIMER: DeskTimer = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
const WRONG_NAME = "The proxy in front of the server must forward the host name that the browser requested.";

/** Serves the desk on the web. It admits only browsers that have signed in. */
export function createHostedDesk(options: HostedDeskOptions): HostedDesk {
  const { place, findSite, context, keys, senders, log, script, timer = TIMER } = options;
  const { clock, random } = context;
  const { access } = context.store;
  const owner = createOwner(context);
  const sessions = createDeskSessions({ place, access, clock, random, log });
  const passkeys = createPasskeys({ access, keys, clock, random });
  const mails = createSignInMails({ senders, clock, random, log });
  // If the database is a file, commands on the server's machine use it directly.
  const findCommandSite = async (): Promise<string | null> => (context.host.files === null ? findSite() : null);
  const seals = createSeals({ keys, random });
  const signIn = createSignIn({ ...options, access, keys, sessions, passkeys, seals, mails, owner, findCommandSite, clock, log });
  const passkeyPages = createPasskeyPages({ ...options, access, sessions, passkeys, seals, owner, clock, random });

  const answerBelow = async (arrival: DeskArrival, address: DeskAddress, client: ClientKeys): Promise<DeskAnswer> => {
    const request = await admitForm(arrival.request, address);
    if (request === null) return renderForeignForm();
    const session = lookAlike(request, address) ? null : await sessions.find(request);
    if (session === null || isSignIn(request)) return signIn(request, address, { client, isSignedIn: session !== null });
    const pages = createDeskPages({
      ...options,
      clock,
      withOwner: (work) => work(owner),
      isOwnForm: ({ headers }, { formToken }, given) => isFromDesk(headers, address) && isSameText(given, formToken),
      access: createAccessPages({ access, passkeys, passkeyPages, sessions, canMail: mails.canMail }),
    });
    const send = async (form: Request, as: HostedSession): Promise<Response> => {
      const response = await pages(form, as);
      await sessions.keep(as);
      return response;
    };
    return (await passkeyPages.answer({ request, session, address, send })) ?? send(request, session);
  };

  return {
    settle: () => mails.settle(),
    answer: async (request, client) => {
      const site = await findSite();
      const address = toDeskAddress(place, site === null ? null : new URL(site).origin);
      if (address === null)
        return renderDeskMessage(503, "The desk is not ready", "The site's address is not known before its first build.");
      const refused = refuseAddress(request, address);
      if (refused !== null) return adaptDeskAnswer(address, null, refused);
      const arrival = readDeskArrival({ keys, clock }, request, address);
      if (arrival === null) return adaptDeskAnswer(address, null, renderDeskMessage(404, "There is nothing here", ""));
      const work = async () => refuseContext(arrival, address, script) ?? answerBelow(arrival, address, client).catch(explain);
      return finishDeskAnswer(address, timer, arrival, work);
    },
  };
}

/**
 * If other sites can send a form with the owner's cookies, checks the form's token against the
 * cookies before any look-up, so that refusing the owner's form takes no longer than refusing a
 * stranger's.
 * @returns the request; null if its form is not from the desk
 */
async function admitForm(request: Request, address: DeskAddress): Promise<Request | null> {
  if (!address.isShared || request.method !== "POST" || isSignIn(request) || isFromOrigin(request.headers, address)) return request;
  const form = await readForm(request, { maxBytes: FORM_MAX_BYTES });
  if (!isFromDesk(request.headers, address) || !isFormOf(request, form.get("form") ?? "")) return null;
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  return new Request(request.url, { method: "POST", headers, body: String(form) });
}

/**
 * Whether another site may have sent a request for the sign-in pages. No session is looked up for
 * it, because that would take longer for the owner than for a stranger. The page itself depends on
 * whether the browser has signed in before; answers to a shared origin are held, so that nobody can
 * measure this either.
 */
function lookAlike(request: Request, { isShared }: DeskAddress): boolean {
  return isShared && isSignIn(request) && request.headers.get("Sec-Fetch-Site") !== "none";
}

function refuseAddress(request: Request, { origin }: DeskAddress): Response | null {
  const { url, headers } = request;
  if (isTrace(request)) return renderDeskMessage(405, "This request method is not supported", "", { Allow: DESK_METHODS });
  if (!isHost(headers, new URL(origin))) return renderDeskMessage(421, "The desk does not answer to this host name", WRONG_NAME);
  // The HTTP server refuses a long address sooner if the owner's cookies come with it. This refusal
  // must be just as quick, or another site could find out whether the browser is signed in.
  return url.length > URI_MAX_BYTES ? renderDeskMessage(414, "This address is too long", '<a href="/">To the desk</a>') : null;
}

/**
 * Explains an error on a sign-in or passkey page, for example a full disk. The desk's pages
 * explain their errors themselves.
 */
function explain(error: unknown): Response {
  if (error instanceof Failure) return explainFailure(error);
  if (!(error instanceof StoreUnavailable)) throw error;
  const headers = { "Retry-After": String(Math.ceil(error.retryAfterMs / 1_000)) };
  const rest = 'Nothing was changed, and a link that you opened can still be used. <a href="">Try again</a>';
  return renderDeskMessage(503, "This cannot be done now", `${escapeLine(UNAVAILABLE_MESSAGES[error.reason])}. ${rest}`, headers);
}
