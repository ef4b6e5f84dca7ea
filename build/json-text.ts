import { hash } from "node:crypto";

const texts = new WeakMap<object, string>();

/** The JSON of a value that never changes; written once, however often it is asked for. */
export function jsonOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}

const digests = new WeakMap<object, string>();

/** The same for the same JSON of a value that never changes. */
export function digestOfJson(value: object): string {
  const known = digests.get(value);
  if (known !== undefined) return known;
  const digest = hash("sha1", jsonOf(value));
  digests.set(value, digest);
  return digest;
}
