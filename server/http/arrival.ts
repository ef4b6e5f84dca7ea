import type { H3Event } from "h3";
import { corsHeaders } from "../../contract/cors-headers.ts";
import { isForServer } from "../../contract/proxy-headers.ts";
import { pathBelow } from "../../contract/text/base-path.ts";
import { MODERATION_PREFIX } from "../moderation/moderation-token.ts";
import { OWNER_PREFIX } from "../owner/http/owner-prefix.ts";
import { SUBSCRIPTION_PREFIX } from "../subscriptions/subscription-token.ts";
import { Failure } from "./http-failure.ts";

/** Paths that contain a secret. No answer and no log repeats it. */
const SECRET_PREFIXES = [MODERATION_PREFIX, SUBSCRIPTION_PREFIX];
/** Prefixes of the owner's operations that move a database or manage keys. */
const OPEN_PREFIXES = [`${OWNER_PREFIX}database.`, `${OWNER_PREFIX}keys.`];
/**
 * Sandboxes errors under the desk's path, because no script of the site's origin may read the
 * requested address. The desk's own answers override this with their policy, whose name is also in
 * lower case.
 */
const SANDBOXED = { "content-security-policy": "sandbox" };
/**
 * Characters that no API path has. h3 would decode `/%70osts` and accept trailing and double
 * slashes.
 */
const ODD_PATH = /%|\/\/|\/$/;

/** A request as sent, and everything known about its answer before it succeeds or fails. */
export interface Arrival {
  readonly requestId: string;
  /** Start time on the monotonic clock. */
  readonly start: number;
  /** Path relative to the site's base, without query and fragment. */
  readonly path: string;
  readonly query: string;
  readonly targetBytes: number;
  /** The path relative to the base, cut off where a secret begins. */
  readonly shownPath: string;
  readonly headers: Record<string, string>;
  /** The route for the log; null if the path is unknown. */
  route: string | null;
  /**
   * Base of problem types from the build, whatever address serves the site; null if not known yet.
   */
  problemBaseUrl: string | null;
  cors: Readonly<Record<string, string>>;
  /** The reason why an admitted request cannot be answered now; null if it can. */
  readonly halted: () => Error | null;
}

export function arrivalOf({ context }: H3Event): Arrival {
  return context.arrival as Arrival;
}

export interface ArrivalOptions extends Pick<Arrival, "requestId" | "start"> {
  readonly findBase: () => Promise<string>;
  /** Whether the hosted desk answers. It has its own paths. */
  readonly isForDesk: boolean;
  /**
   * The reason why only operations that move the database or manage keys are answered; null if
   * everything is answered.
   */
  readonly halted?: (() => Error | null) | undefined;
}

/**
 * Parses a request's raw target before h3 routes it. Some proxies pass on the whole path, others
 * only the part after the site's base; the base is removed once.
 * @throws Failure 404 for a path that h3 would mistake for another one, and the error of `halted`
 */
export async function admitArrival(event: H3Event, { findBase, isForDesk, halted, ...timing }: ArrivalOptions): Promise<void> {
  const { url } = event.req;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const [target = "/"] = (start < 0 ? "/" : url.slice(start)).split("#", 1);
  const queryAt = target.indexOf("?");
  const sent = queryAt < 0 ? target : target.slice(0, queryAt);
  const below = isForDesk || isForServer(sent, event.req.method) ? null : pathBelow(await findBase(), sent);
  if (below !== null && below !== sent) event.url.pathname = below;
  const path = below ?? sent;
  const secret = SECRET_PREFIXES.find((prefix) => path.includes(prefix));
  const arrival: Arrival = {
    ...timing,
    path,
    query: queryAt < 0 ? "" : target.slice(queryAt + 1),
    // Clients send URLs with all non-ASCII characters encoded.
    targetBytes: target.length,
    shownPath: isForDesk ? "/" : secret === undefined ? path : path.slice(0, path.indexOf(secret) + secret.length),
    headers: isForDesk ? { ...SANDBOXED } : {},
    route: null,
    problemBaseUrl: null,
    cors: corsHeaders(null),
    halted: () => (OPEN_PREFIXES.some((prefix) => path.startsWith(prefix)) ? null : (halted?.() ?? null)),
  };
  event.context.arrival = arrival;
  const isSecret = secret !== undefined && path.startsWith(secret);
  if (!isSecret && !isForDesk && ODD_PATH.test(path)) throw new Failure("not-found");
  const halt = arrival.halted();
  if (halt !== null) throw halt;
}
