import type { H3Event } from "h3";
import { corsHeaders } from "../../contract/cors-headers.ts";
import { isForServer } from "../../contract/proxy-headers.ts";
import { pathBelow } from "../../contract/text/base-path.ts";
import { MODERATION_PREFIX } from "../moderation/moderation-token.ts";
import { SUBSCRIPTION_PREFIX } from "../subscriptions/subscription-token.ts";
import { Failure } from "./http-failure.ts";

/** Paths behind which a secret stands: no answer and no log repeats it. */
const SECRET_PREFIXES = [MODERATION_PREFIX, SUBSCRIPTION_PREFIX];
/** h3 decodes `/%70osts`, and takes a final and a double slash: no path of the API has any of them. */
const ODD_PATH = /%|\/\/|\/$/;

/** A request as it was sent, and the parts of its answer that are known before it succeeds or fails. */
export interface Arrival {
  readonly requestId: string;
  /** By the monotonic clock. */
  readonly start: number;
  /** Below the site's base, without query and fragment. */
  readonly path: string;
  readonly query: string;
  readonly targetBytes: number;
  /** The path below the base, or the beginning of it that is no secret. */
  readonly shownPath: string;
  readonly headers: Record<string, string>;
  /** In the log; null: an unknown path. */
  route: string | null;
  /** Base of problem types, as the site was built, under whatever address it is served; null: not yet known. */
  problemBaseUrl: string | null;
  cors: Readonly<Record<string, string>>;
}

export function arrivalOf({ context }: H3Event): Arrival {
  return context.arrival as Arrival;
}

/**
 * Takes a request apart by its raw target, before h3 routes it. Some proxies pass on the whole path, others the path below the site's
 * base: the base is taken off once.
 * @throws Failure 404 for a path that h3 would take for another one
 */
export async function admitArrival(
  event: H3Event,
  { findBase, ...timing }: Pick<Arrival, "requestId" | "start"> & { readonly findBase: () => Promise<string> },
): Promise<void> {
  const { url } = event.req;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const [target = "/"] = (start < 0 ? "/" : url.slice(start)).split("#", 1);
  const queryAt = target.indexOf("?");
  const sent = queryAt < 0 ? target : target.slice(0, queryAt);
  const below = isForServer(sent, event.req.method) ? null : pathBelow(await findBase(), sent);
  if (below !== null && below !== sent) event.url.pathname = below;
  const path = below ?? sent;
  const secret = SECRET_PREFIXES.find((prefix) => path.includes(prefix));
  const arrival: Arrival = {
    ...timing,
    path,
    query: queryAt < 0 ? "" : target.slice(queryAt + 1),
    // Whoever made the URL has encoded all that is not ASCII.
    targetBytes: target.length,
    shownPath: secret === undefined ? path : path.slice(0, path.indexOf(secret) + secret.length),
    headers: {},
    route: null,
    problemBaseUrl: null,
    cors: corsHeaders(null),
  };
  event.context.arrival = arrival;
  const isSecret = secret !== undefined && path.startsWith(secret);
  if (!isSecret && ODD_PATH.test(path)) throw new Failure("not-found");
}
