import { enterBase, putBelow, putLinksBelow } from "../../../contract/text/base-path.ts";
import type { ClientKeys } from "../../http/address/ip.ts";
import type { Log } from "../../log.ts";
import type { NoticeSender } from "../../notices/owner-message.ts";
import { createOwner, type OwnerContext } from "../../owner/owner-operation.ts";
import type { ApiKeys } from "../../route-context.ts";
import { isSameText } from "../../same-text.ts";
import { StoreUnavailable, UNAVAILABLE_MESSAGES } from "../../store/store-errors.ts";
import { createDeskPages, type DeskPagesOptions } from "../desk-app.ts";
import { escapeLine, renderDeskMessage } from "../desk-html.ts";
import { createAccessPages } from "./access-pages.ts";
import { type DeskAddress, type DeskPlace, isHost, toDeskAddress } from "./desk-address.ts";
import { createDeskDoor } from "./desk-door.ts";
import { createDeskSessions, type HostedSession } from "./desk-sessions.ts";
import { isFromDesk, refuseContext } from "./fetch-context.ts";
import { createPasskeys } from "./passkeys.ts";
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
}

export interface HostedDesk {
  answer(request: Request, client: ClientKeys): Promise<Response>;
  /** Resolves when all messages have been sent. */
  settle(): Promise<void>;
}

const WRONG_NAME = "The proxy in front must pass on the name that the browser asked for.";

/** The desk at an address. It only admits browsers that have signed in. */
export function createHostedDesk(options: HostedDeskOptions): HostedDesk {
  const { place, findSite, context, keys, senders, log } = options;
  const { clock, random } = context;
  const { access } = context.store;
  const owner = createOwner(context);
  const sessions = createDeskSessions({ access, clock, random, log });
  const passkeys = createPasskeys({ access, keys, clock, random });
  const mails = createSignInMails({ senders, clock, random, log });
  // If the server has a machine, commands use its database.
  const findCommandSite = async (): Promise<string | null> => (context.host.files === null ? findSite() : null);
  const signIn = createSignIn({ ...options, access, keys, sessions, passkeys, mails, owner, findCommandSite, clock, log });
  // Nobody else's page shares an origin with a name of its own.
  const enterDoor = place.kind === "path" ? createDeskDoor({ clock, random }) : (request: Request) => request;

  const answerBelow = async (sent: Request, address: DeskAddress, client: ClientKeys): Promise<Response> => {
    const below = enterBase(sent, address.base);
    if (below === null) return renderDeskMessage(404, "There is nothing here", "");
    const request = refuseContext(below) ?? enterDoor(below);
    if (request instanceof Response) return request;
    const session = await sessions.find(request);
    if (session === null || /^\/sign-in(?:\/|$)/.test(new URL(request.url).pathname))
      return signIn(request, address, { client, isSignedIn: session !== null });
    const pages = createDeskPages({
      ...options,
      clock,
      withOwner: (work) => work(owner),
      isOwnForm: ({ headers }, { formToken }, given) => isFromDesk(headers, address) && isSameText(given, formToken),
      access: createAccessPages({ access, passkeys, sessions, address, canMail: mails.canMail, clock, random }),
    });
    const response = await pages(request, session);
    await sessions.keep(session satisfies HostedSession);
    return response;
  };

  return {
    settle: () => mails.settle(),
    answer: async (request, client) => {
      const site = await findSite();
      const address = toDeskAddress(place, site === null ? null : new URL(site).origin);
      if (address === null)
        return renderDeskMessage(503, "The desk is not ready", "The site's address is not known before its first build.");
      if (!isHost(request.headers, new URL(address.origin)))
        return renderDeskMessage(421, "The desk does not answer to this name", WRONG_NAME);
      return putAnswerBelow(address.base, await answerBelow(request, address, client).catch(explainUnavailable));
    },
  };
}

/**
 * Signing in writes to the database, which fails on a full disk. Pages of the desk explain errors
 * themselves.
 */
function explainUnavailable(error: unknown): Response {
  if (!(error instanceof StoreUnavailable)) throw error;
  const headers = { "Retry-After": String(Math.ceil(error.retryAfterMs / 1_000)) };
  const rest = 'Nothing was changed, and a link that you opened can still be used. <a href="">Try again</a>';
  return renderDeskMessage(503, "It cannot be done now", `${escapeLine(UNAVAILABLE_MESSAGES[error.reason])}. ${rest}`, headers);
}

const REFRESH = 'content="0;url=/';

/** Adds the desk's own base path to the paths in its pages. @param base "" or `/desk` */
async function putAnswerBelow(base: string, response: Response): Promise<Response> {
  if (base === "") return response;
  const headers = new Headers(response.headers);
  const location = headers.get("Location");
  if (location !== null) headers.set("Location", putBelow(base, location));
  if (!headers.get("Content-Type")?.startsWith("text/html")) return new Response(response.body, { status: response.status, headers });
  // All texts are escaped, so these quotes are ours. Scripts and styles contain no such address.
  const html = putLinksBelow(base, await response.text()).replaceAll(REFRESH, `${REFRESH.slice(0, -1)}${base}/`);
  return new Response(html, { status: response.status, headers });
}
