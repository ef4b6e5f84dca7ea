import type { ProblemItem } from "../../contract/problems.ts";
import type { EngagementAccepted } from "../../contract/schemas/comment.ts";
import { EngagementEnvelope, EngagementRecord } from "../../contract/schemas/request-engagement.ts";
import { toProblemItems } from "../../contract/schemas/request-problems.ts";
import { assertMediaType, readJsonObject } from "../http/body.ts";
import { invalidBody } from "../http/http-failure.ts";
import { parseBody } from "../http/http-problems.ts";
import { jsonAnswer } from "../http/respond.ts";
import type { PublishedContent } from "../published-content.ts";
import type { ApiContext, RouteHandler } from "../route-context.ts";
import { admit, dailyRefusal, totalQuotas } from "./clients.ts";
import { requireContent } from "./post-routes.ts";

/** POST /engagement */
export function recordEngagement(context: ApiContext): RouteHandler {
  const { store, engagement, published } = context;

  return async (visit) => {
    assertMediaType(visit.request, ["application/json", "text/plain"]);
    const body = await readJsonObject(visit.request);
    const content = requireContent(visit);
    const { records, rejected, count } = readRecords(body);
    const admission = admit(context, visit, { kind: "engagement", cost: count });
    const prepare = (current: PublishedContent) =>
      engagement.prepare({ records, headers: visit.request.headers, address: visit.address, content: current });
    let prepared = prepare(content);
    if (prepared.dropped.includes("unknown-slug")) {
      // As elsewhere, check for a new build before dropping something that may have just been
      // published.
      const fresh = await published.refresh();
      if (fresh !== null && fresh !== content) prepared = prepare(fresh);
    }
    const [quota = null] = totalQuotas(context, "engagement");
    const result = await admission.during(() => store.engagement.record({ ...prepared, quota }));
    if (result.kind === "quota") throw dailyRefusal("engagement", result);
    const answer: EngagementAccepted = { accepted: records.length, rejected };
    return jsonAnswer(202, answer);
  };
}

interface Records {
  readonly records: readonly EngagementRecord[];
  readonly rejected: EngagementAccepted["rejected"];
  /** How many records were sent. */
  readonly count: number;
}

/** @throws Failure 422 if no record is valid */
function readRecords(body: object): Records {
  if (!Object.hasOwn(body, "events")) return { records: [parseBody(EngagementRecord, body)], rejected: [], count: 1 };
  const { events } = parseBody(EngagementEnvelope, body);
  const records: EngagementRecord[] = [];
  const rejected: EngagementAccepted["rejected"] = [];
  const errors: ProblemItem[] = [];
  for (const [index, event] of events.entries()) {
    const parsed = EngagementRecord.safeParse(event);
    if (parsed.success) records.push(parsed.data);
    else {
      const items = toProblemItems(parsed.error, event);
      rejected.push(toRejection(index, items));
      errors.push(...items.map((item) => ({ ...item, pointer: `/events/${index}${item.pointer ?? ""}` })));
    }
  }
  if (records.length === 0) throw invalidBody(errors);
  return { records, rejected, count: events.length };
}

/** One entry per record. The first error determines the code; the detail lists all errors. */
function toRejection(index: number, items: readonly ProblemItem[]): EngagementAccepted["rejected"][number] {
  const detail = items.map((item) => `${item.pointer === "" ? "" : `${item.pointer}: `}${item.detail}`).join("; ");
  return { index, code: items[0]?.code ?? "invalid_value", detail };
}
