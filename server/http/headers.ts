import { IDEMPOTENCY_KEY_MAX, IDEMPOTENCY_KEY_MIN } from "../../contract/limits.ts";
import type { ProblemItem } from "../../contract/problems.ts";
import { invalidRequest } from "./http-failure.ts";

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** Maximum number of characters to read. Valid tokens are shorter. */
const EDIT_TOKEN_MAX = 256;

/**
 * Reads `Idempotency-Key`; null without one.
 * @throws Failure 400
 */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get("Idempotency-Key");
  if (key === null) return null;
  const wrong = (code: ProblemItem["code"], detail: string) => invalidRequest([{ header: "Idempotency-Key", code, detail }]);
  if (key.length < IDEMPOTENCY_KEY_MIN) throw wrong("too_small", `want at least ${IDEMPOTENCY_KEY_MIN} characters`);
  if (key.length > IDEMPOTENCY_KEY_MAX) throw wrong("too_big", `want at most ${IDEMPOTENCY_KEY_MAX} characters`);
  if (!VISIBLE_ASCII.test(key)) throw wrong("invalid_format", "want visible ASCII characters without spaces, e.g. a UUID");
  return key;
}

/**
 * Reads `X-Edit-Token`. A malformed token is left to the token check, which refuses it like any
 * other wrong token.
 * @throws Failure 400 without one
 */
export function readEditToken(request: Request): string {
  const token = request.headers.get("X-Edit-Token") ?? "";
  if (token !== "") return token.slice(0, EDIT_TOKEN_MAX);
  throw invalidRequest([{ header: "X-Edit-Token", code: "required", detail: "send the `editToken` that the submission returned" }]);
}
