import { createHash, hash } from "node:crypto";

/** 64 bits. Among a million files, the probability of a collision is 3 in 10⁸. */
const HASH_LENGTH = 16;
const BASE_LENGTH_MAX = 60;

/** The first 16 hexadecimal digits of the SHA-256 of the parts, each prefixed with its length. */
export function hashOf(...parts: readonly (string | Buffer)[]): string {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part);
  return digest.digest("hex").slice(0, HASH_LENGTH);
}

/** SHA-256, hexadecimal. */
export function digestOf(bytes: Buffer | string): string {
  return hash("sha256", bytes);
}

/**
 * Makes the base of a name: `…/Grey Héron.JPG` → `grey-heron`. It is `fallback` if no letter is
 * Latin.
 */
export function baseNameOf(path: string, fallback: string): string {
  const file = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const stem = file.replace(/(?!^)\.[^.]*$/, "");
  const slug = stem
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, BASE_LENGTH_MAX)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? fallback : slug;
}

/**
 * The extension of a path in lower case, without the dot; `bin` if it has none that a URL can
 * contain.
 */
export function extensionOf(path: string): string {
  return /[^/\\]\.([A-Za-z0-9]{1,16})$/.exec(path)?.[1]?.toLowerCase() ?? "bin";
}
