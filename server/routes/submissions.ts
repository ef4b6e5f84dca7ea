import { Failure, invalidBody } from "../http/http-failure.ts";
import type { ApiContext, Visit } from "../route-context.ts";
import type { DailyLimits } from "../server-config.ts";
import type { SubmitInquiryResult } from "../store/inquiry-types.ts";
import type { IdempotencyRequest } from "../store/request-types.ts";
import { admit, dailyRefusal } from "./clients.ts";

/**
 * Shared by comments and inquiries: repeats with an `Idempotency-Key`, and rates that repeats do
 * not use up.
 */

export interface KeyedRequest {
  /** Path relative to the API's base, with the current slug. */
  readonly scope: string;
  /** null if the request has none. */
  readonly key: string | null;
  /** Status of the answer if the request is accepted. */
  readonly status: number;
  /**
   * The validated body without the honeypot. White space and the order of members make no
   * difference, and the body is never nested too deeply for JSON.stringify.
   */
  readonly body: Readonly<Record<string, string | boolean | null>>;
}

export function idempotencyOf({ keys }: ApiContext, { scope, key, status, body }: KeyedRequest): IdempotencyRequest | null {
  return key === null ? null : { scope, key, status, bodyHash: keys.hash("idempotency", JSON.stringify(body)) };
}

/**
 * Charges the client and submits. A request that is refused writes no row. Refunds the charge for a
 * repeat, for a reply to a comment that is no longer public or on a post that the owner has closed,
 * or if the store fails.
 * @throws Failure 429, and anything that `submit` throws
 */
export async function submitAdmitted<R extends { readonly kind: string }>(
  context: ApiContext,
  visit: Visit,
  kind: keyof DailyLimits & ("comments" | "inquiries"),
  idempotency: IdempotencyRequest | null,
  submit: () => Promise<R>,
): Promise<R> {
  const repeatKey = idempotency === null ? null : `${idempotency.scope} ${idempotency.key}`;
  const admission = admit(context, visit, { kind, repeatKey });
  const result = await admission.during(submit);
  if (result.kind === "accepted") admission.accepted();
  else if (result.kind === "replayed") admission.replayed();
  else if (result.kind === "unknown-parent" || result.kind === "closed") admission.mistaken();
  else admission.refused();
  return result;
}

/** @throws Failure for every outcome except acceptance */
export function requireAccepted(
  result: SubmitInquiryResult,
  kind: "comments" | "inquiries",
  status: number,
): { id: string; createdAt: number; status: number } {
  switch (result.kind) {
    case "accepted":
      return { ...result, status };
    case "replayed":
      return result;
    case "key-reused":
      throw new Failure("idempotency-key-reused");
    case "quota":
      throw dailyRefusal(kind, result);
  }
}

/**
 * Refuses texts without a visible character.
 * @param texts by member name, from text/plain-text.ts; null if nothing is visible
 * @throws Failure 422 with all of them
 */
export function requireVisible<T extends Record<string, string | null>>(texts: T): { [Name in keyof T]: Exclude<T[Name], null> } {
  const blank = Object.keys(texts).filter((name) => texts[name] === null);
  if (blank.length > 0) {
    throw invalidBody(blank.map((name) => ({ pointer: `/${name}`, code: "too_small", detail: "want visible text" })));
  }
  // None of them is null here.
  return texts as { [Name in keyof T]: Exclude<T[Name], null> };
}
