import { DAY_MS } from "../days.ts";
import type { Admission, AdmissionRequest } from "../http/admission.ts";
import { Failure } from "../http/http-failure.ts";
import { toSeconds } from "../http/http-problems.ts";
import { limitItem, policyItem, WIDE_FACTOR } from "../http/rates/rate-limit.ts";
import { toEmailKey } from "../privacy/email-key.ts";
import type { ApiContext, Visit } from "../route-context.ts";
import type { DailyLimits, DailyTotals } from "../server-config.ts";
import type { BanKey, DailyQuota, QuotaRefusal } from "../store/request-types.ts";

/**
 * The store identifies clients by keyed hashes of their addresses, never by the addresses
 * themselves.
 */

/** @param subject a separate count within the kind, e.g. a slug */
export function dailyQuotas(context: ApiContext, { client }: Visit, kind: keyof DailyLimits, subject = ""): DailyQuota[] {
  const limit = context.config.limits?.daily[kind];
  if (limit === undefined) return [];
  const key = (prefix: string): string => `${kind}:${subject}:${Buffer.from(context.keys.hash("address", prefix)).toString("base64url")}`;
  const own = { key: key(client.narrow), limit };
  const wide = client.wide === null ? [] : [{ key: key(client.wide), limit: limit * WIDE_FACTOR }];
  return [own, ...wide, ...totalQuotas(context, kind)];
}

/**
 * Admits a request, and adds its limits to the answer.
 * @throws Failure 429
 */
export function admit({ admissions }: ApiContext, { client, headers }: Visit, request: Omit<AdmissionRequest, "client">): Admission {
  const admission = admissions.admit({ ...request, client });
  Object.assign(headers, admission.headers);
  return admission;
}

/** Quotas shared by all clients. */
export function totalQuotas({ config }: ApiContext, kind: keyof DailyTotals): DailyQuota[] {
  const limit = config.limits?.dailyAll[kind];
  return limit === undefined ? [] : [{ key: totalKey(kind), limit, isTotal: true }];
}

/** Clients' keys contain a colon, so none can equal this one. */
function totalKey(kind: keyof DailyTotals): string {
  return `${kind}-all`;
}

/** A 429 for an exhausted daily quota. */
export function dailyRefusal(kind: keyof DailyTotals, { key, limit, retryAfterMs }: QuotaRefusal): Failure {
  const isTotal = key === totalKey(kind);
  const name = `${kind}${isTotal ? "-all" : ""}-day`;
  return new Failure("quota-exceeded", {
    detail: isTotal
      ? "The site has reached its limit for today. It resets at midnight UTC."
      : "The daily quota is used up. It resets at midnight UTC.",
    headers: {
      "RateLimit-Policy": policyItem(name, { quota: limit, windowMs: DAY_MS }),
      RateLimit: limitItem(name, 0, retryAfterMs),
      "Retry-After": toSeconds(retryAfterMs),
    },
  });
}

/** Keys by which the owner can ban the author. The case of email addresses does not matter. */
export function banKeys({ keys }: ApiContext, { client }: Visit, email: string | null): BanKey[] {
  const address: BanKey = { kind: "address", hash: keys.hash("address", client.narrow) };
  return email === null ? [address] : [address, { kind: "email", hash: keys.hash("email", toEmailKey(email)) }];
}

/** An origin is short, visible ASCII. Anything else is not stored. */
const ORIGIN = /^[\x21-\x7e]{1,255}$/;

/** The page's origin, for the owner to see. */
export function readOrigin({ request }: Visit): string | null {
  const origin = request.headers.get("Origin");
  return origin !== null && ORIGIN.test(origin) ? origin : null;
}
