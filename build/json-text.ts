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

/** The JSON of a list of values that never change. Lists overlap where each is a part of one that is long, so it is not kept. */
export function listJsonOf(values: readonly object[]): string {
  return `[${values.map(jsonOf).join(",")}]`;
}

const digests = new WeakMap<readonly object[], string>();

/** The same for lists of the same JSON. */
export function digestOfList(values: readonly object[]): string {
  const known = digests.get(values);
  if (known !== undefined) return known;
  const digest = hash("sha1", listJsonOf(values));
  digests.set(values, digest);
  return digest;
}
