import type { ApiKeys } from "../route-context.ts";
import { isSameText } from "../same-text.ts";

/** The shortest time, in ms, in which a person can fill in a form. A faster sender is a program. */
export const FILLED_MIN_MS = 3_000;
/** How long a page may stay open, in ms. */
const VALID_MS = 12 * 3_600_000;
const TOKEN = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/;

export interface FormTokens {
  /** @param subject of the form: a slug, or another text that identifies it */
  create(subject: string): string;
  check(token: string, subject: string): "valid" | "early" | "late" | "wrong";
}

/**
 * The format is `<milliseconds since 1970, base 36>.<HMAC-SHA-256 of subject and time>`. Nothing is
 * stored.
 */
export function createFormTokens({ hash }: Pick<ApiKeys, "hash">, clock: () => number): FormTokens {
  const sign = (subject: string, time: string): string => Buffer.from(hash("visitor-form", subject, time)).toString("base64url");
  return {
    create: (subject) => {
      const time = clock().toString(36);
      return `${time}.${sign(subject, time)}`;
    },
    check: (token, subject) => {
      const [, time = "", signature = ""] = TOKEN.exec(token) ?? [];
      if (time === "" || !isSameText(signature, sign(subject, time))) return "wrong";
      const age = clock() - Number.parseInt(time, 36);
      if (age < FILLED_MIN_MS) return "early";
      return age > VALID_MS ? "late" : "valid";
    },
  };
}
