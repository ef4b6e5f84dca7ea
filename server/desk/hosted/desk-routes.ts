import type { H3, H3Event } from "h3";
import { siteOfApi } from "../../../contract/text/base-path.ts";
import type { ClientAddresses } from "../../http/address/client-address.ts";
import { toClientKeys } from "../../http/address/ip.ts";
import { arrivalOf } from "../../http/arrival.ts";
import type { FinishAnswer } from "../../http/finish-answer.ts";
import type { RouteAnswer } from "../../http/respond.ts";
import type { Log } from "../../log.ts";
import type { NoticeSender } from "../../notices/owner-message.ts";
import { once } from "../../once.ts";
import { type OwnerParts, toOwnerContext } from "../../owner/owner-operation.ts";
import type { PublishedSource } from "../../published.ts";
import type { ApiKeys } from "../../route-context.ts";
import type { ServerConfig } from "../../server-config.ts";
import type { DeskPagesOptions } from "../desk-app.ts";
import { toDocumentFinder } from "../document-finder.ts";
import type { DeskPlace } from "./desk-address.ts";
import type { HostedDesk, HostedDeskOptions } from "./hosted-desk.ts";

/** Settings of the hosted desk. */
export interface DeskSettings extends Pick<DeskPagesOptions, "warnings" | "script">, Pick<HostedDeskOptions, "timer"> {
  readonly place: DeskPlace;
  /** Channels for sign-in links and for notices of new browsers. */
  readonly senders: readonly NoticeSender[];
}

interface HostedDeskParts extends OwnerParts {
  readonly desk: DeskSettings;
  readonly published: PublishedSource;
  readonly keys: ApiKeys;
  readonly config: Pick<ServerConfig, "baseUrl">;
  readonly log: Log;
  readonly answersDesk: (request: Request) => boolean;
  readonly addresses: ClientAddresses;
  readonly finish: FinishAnswer;
}

/**
 * The route's name in the log and in counts. Paths of the desk are never logged, because some are
 * secret.
 */
const ROUTE = "desk";

export function addHostedDesk(app: H3, { desk, answersDesk, addresses, finish, ...parts }: HostedDeskParts): Pick<HostedDesk, "settle"> {
  const { published, config, keys, log } = parts;
  let opened: HostedDesk | null = null;
  // The desk's code takes megabytes of memory, so it is loaded by the first request.
  const open = once(async (): Promise<HostedDesk> => {
    const { createHostedDesk } = await import("./hosted-desk.ts");
    opened = createHostedDesk({
      ...desk,
      ...toDocumentFinder(published),
      channels: desk.senders.map(({ channel }) => channel),
      findSite: async () => {
        const baseUrl = config.baseUrl ?? (await published.current())?.baseUrl ?? null;
        return baseUrl === null ? null : siteOfApi(baseUrl);
      },
      context: toOwnerContext(parts),
      keys,
      log,
    });
    return opened;
  });
  app.use(async (event, next) => {
    if (!answersDesk(event.req)) return next();
    Object.assign(arrivalOf(event), { route: ROUTE, cors: {} });
    const client = addresses.of(event.req, { address: addressOf(event) });
    const response = await (await open()).answer(event.req, toClientKeys(client));
    return finish(event, await toAnswer(response));
  });
  return { settle: async () => opened?.settle() };
}

function addressOf({ context, req }: H3Event): string {
  return context.clientAddress ?? req.ip ?? "";
}

async function toAnswer(response: Response): Promise<RouteAnswer> {
  const apart = new Set(["set-cookie", "x-content-type-options"]);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !apart.has(name)));
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : text, headers, setCookies: response.headers.getSetCookie() };
}
