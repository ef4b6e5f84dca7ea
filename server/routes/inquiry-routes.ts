import type { InquiryReceived } from "../../contract/schemas/comment.ts";
import { InquirySubmission } from "../../contract/schemas/request.ts";
import { toInstant } from "../days.ts";
import { assertMediaType, readJsonObject } from "../http/body.ts";
import { readIdempotencyKey } from "../http/headers.ts";
import { Failure } from "../http/http-failure.ts";
import { parseBody } from "../http/http-problems.ts";
import { jsonAnswer, type RouteAnswer } from "../http/respond.ts";
import type { ApiContext, RouteHandler, Visit } from "../route-context.ts";
import { toShownBody, toShownName } from "../text/plain-text.ts";
import { assessSpam } from "../text/spam.ts";
import { dailyQuotas, readOrigin } from "./clients.ts";
import { requireContent } from "./post-routes.ts";
import { idempotencyOf, requireAccepted, requireVisible, submitAdmitted } from "./submissions.ts";

const CREATED = 201;

/** POST /services/inquiries */
export function submitInquiry(context: ApiContext): RouteHandler {
  return async (visit) => {
    assertMediaType(visit.request, ["application/json"]);
    const key = readIdempotencyKey(visit.request);
    return acceptInquiry(context, visit, { body: await readJsonObject(visit.request), key });
  };
}

/**
 * Checks and stores a submission, however it was sent.
 * @param sent.body the members of an InquirySubmission
 * @param sent.key the Idempotency-Key; null if there is none
 */
export async function acceptInquiry(
  context: ApiContext,
  visit: Visit,
  sent: { readonly body: object; readonly key: string | null },
): Promise<RouteAnswer> {
  const inquiry = readInquiry(sent.body);
  await requireService(context, visit, inquiry.serviceId);
  const { contact_me_by_fax: honeypot, ...fields } = inquiry;
  const idempotency = idempotencyOf(context, { scope: "/services/inquiries", key: sent.key, status: CREATED, body: fields });
  const result = await submitAdmitted(context, visit, "inquiries", idempotency, () =>
    context.store.inquiries.submit({
      ...fields,
      // The owner reads every inquiry, so links and spam words do not make it spam.
      state: assessSpam({ body: "", linkCount: 0, honeypot }).spam ? "spam" : "received",
      origin: readOrigin(visit),
      idempotency,
      quotas: dailyQuotas(context, visit, "inquiries"),
    }),
  );
  const { id, createdAt, status } = requireAccepted(result, "inquiries", CREATED);
  const answer: InquiryReceived = { id, status: "received", createdAt: toInstant(createdAt) };
  return jsonAnswer(status, answer);
}

function readInquiry(sent: object): InquirySubmission {
  const inquiry = parseBody(InquirySubmission, sent);
  const { message } = requireVisible({ message: toShownBody(inquiry.message) });
  return { ...inquiry, message, name: inquiry.name === null ? null : toShownName(inquiry.name) };
}

/** @throws Failure 422 */
async function requireService({ published }: ApiContext, visit: Visit, serviceId: string | null): Promise<void> {
  if (serviceId === null || requireContent(visit).hasServiceId(serviceId)) return;
  if ((await published.refresh())?.hasServiceId(serviceId) === true) return;
  throw new Failure("unknown-reference", {
    detail: "`serviceId` must be the `id` of a published offering; GET /services lists them.",
    errors: [{ pointer: "/serviceId", code: "invalid_value", detail: "no published offering has this id" }],
  });
}
