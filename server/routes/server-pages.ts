import type { H3, H3Event } from "h3";
import { methodDetail } from "../../contract/problems.ts";
import type { ClientAddresses } from "../http/address/client-address.ts";
import { arrivalOf } from "../http/arrival.ts";
import type { FinishAnswer } from "../http/finish-answer.ts";
import { Failure } from "../http/http-failure.ts";
import { noContent, type RouteAnswer } from "../http/respond.ts";
import type { Peer } from "../metrics/metrics-route.ts";
import { once } from "../once.ts";
import { answerProblem, OwnerProblem } from "../owner/http/owner-problems.ts";
import { answerHealth, answerReadiness, type ReadinessParts } from "./health.ts";

const HEALTH_METHODS = "GET, HEAD, OPTIONS";

/** Only some pages ask for the client, and finding it would cost a probe a tenth of its time. */
class RequestPeer implements Peer {
  readonly #event: H3Event;
  readonly #addresses: ClientAddresses;

  constructor(event: H3Event, addresses: ClientAddresses) {
    this.#event = event;
    this.#addresses = addresses;
  }

  get address(): string {
    const { context, req } = this.#event;
    return context.clientAddress ?? req.ip ?? "";
  }

  get client(): string {
    return this.#addresses.of(this.#event.req, { address: this.address });
  }
}

export type PageAnswerer = (request: Request, path: string, peer: Peer) => Promise<RouteAnswer>;
/**
 * A page whose code is loaded by the first request for it. Most servers never receive one, and the
 * desk's cards and the owner's operations take megabytes.
 */
export function loadPage(load: () => Promise<PageAnswerer>): PageAnswerer {
  const page = once(load);
  return async (...request) => (await page())(...request);
}

export type AddPage = (path: string, answer: PageAnswerer, route?: string) => void;

interface PageParts {
  readonly app: H3;
  readonly finish: FinishAnswer;
  readonly addresses: ClientAddresses;
}

/**
 * @returns a function that adds a page outside the API; without a route, the log does not name it
 */
export function createPages({ app, finish, addresses }: PageParts): AddPage {
  return (path, answer, route) => {
    app.all(path, async (event) => {
      const { path: whole } = Object.assign(arrivalOf(event), { route: route ?? null, cors: {} });
      try {
        return finish(event, await answer(event.req, whole, new RequestPeer(event, addresses)));
      } catch (error) {
        if (error instanceof OwnerProblem) return finish(event, answerProblem(error, whole), error.code);
        throw error;
      }
    });
  };
}

export function addHealthPages(addPage: AddPage, health: ReadinessParts): void {
  addPage("/healthz", ofHealth(answerHealth), "/healthz");
  const isStrict = ({ url }: Request): boolean => new URL(url).searchParams.has("strict");
  addPage(
    "/readyz",
    ofHealth((request) => answerReadiness(health, { strict: isStrict(request) })),
    "/readyz",
  );
}

export function ofHealth(answer: (request: Request, peer: Peer) => RouteAnswer | Promise<RouteAnswer>): PageAnswerer {
  return async (request, _, peer) => {
    const { method } = request;
    if (method === "OPTIONS") return noContent({ Allow: HEALTH_METHODS });
    if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(HEALTH_METHODS);
    return answer(request, peer);
  };
}

export function methodNotAllowed(allow: string): Failure {
  return new Failure("method-not-allowed", { detail: methodDetail(allow), headers: { Allow: allow } });
}
