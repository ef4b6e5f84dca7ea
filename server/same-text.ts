import { timingSafeEqual } from "node:crypto";

/**
 * Compares a secret from outside with the expected one. The time taken does not reveal where they
 * differ.
 */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
