import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { type Content, type Entry, entriesOf } from "../../kinds/kinds.ts";
import { realPathOf } from "../../shared/own-folders.ts";

interface TargetsState {
  isPublished(document: Pick<Entry, "draft" | "publishedAt" | "expiresAt" | "file">): boolean;
  /** Addresses of the site. */
  readonly sites: readonly string[];
  /** Absolute paths of the folders whose files content may refer to. */
  readonly roots: readonly string[];
  readonly privatePaths: readonly string[];
}

/** The state of a whole file, regardless of its documents' dates. */
const UNDATED = { draft: false, publishedAt: null, expiresAt: null };

/**
 * Digest of everything that decides how references resolve, except the names in folders, the bytes
 * of media and the configuration: documents with their addresses and other names, and whether they
 * are public.
 */
export function describeTargets(content: Content, { isPublished, sites, roots, privatePaths }: TargetsState): string {
  const lines: string[] = [];
  for (const entry of entriesOf(content)) {
    const { kind, file, slug } = entry;
    const page = "page" in entry ? entry.page : null;
    // Most documents have neither.
    const formerPages = "formerPages" in entry && entry.formerPages.length > 0 ? entry.formerPages.join("\0") : "";
    const aliases = "aliases" in entry && entry.aliases.length > 0 ? entry.aliases.join("\0") : "";
    const ofFile = file.entry === undefined ? "" : isPublished({ ...UNDATED, file });
    lines.push(`${kind}\0${file.path}\0${slug}\0${page}\0${isPublished(entry)}\0${ofFile}\n${formerPages}\n${aliases}`);
  }
  for (const { kind, file, page } of content.faulty) lines.push(`${kind}\0${file.path}\0${page}\0${isPublished({ ...UNDATED, file })}`);
  const disk = [...roots, ...privatePaths].map((path) => [path, realPathOf(path), existsSync(path)]);
  return hash("sha1", `${JSON.stringify([sites, disk, content.linkNames])}\n${lines.join("\n")}`, "base64url");
}
