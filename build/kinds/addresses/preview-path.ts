import { createHash } from "node:crypto";
import { PREVIEW_PREFIX } from "../../../contract/static-files.ts";
import { toBase32 } from "../../../contract/text/base32.ts";

/** 130 bits, so that the name is no easier to guess than the word. */
const NAME_LENGTH = 26;

/**
 * Path of the page of a draft shared by link, relative to the site's base path. It is `/preview/`
 * and the first 26 characters of the SHA-256 of `<slug>/<word>` in lower-case base32 (RFC 4648,
 * section 6).
 */
export function toPreviewPath(slug: string, word: string): string {
  const digest = createHash("sha256").update(`${slug}/${word}`).digest();
  return `${PREVIEW_PREFIX}/${toBase32(digest).slice(0, NAME_LENGTH)}`;
}
