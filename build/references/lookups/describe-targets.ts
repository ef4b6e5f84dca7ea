import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { type Content, type Entry, entriesOf } from "../../kinds/kinds.ts";
import { realPathOf } from "../../shared/own-folders.ts";
import { toDocumentNames } from "./lookup-names.ts";

interface TargetsState {
  isPublished(document: Pick<Entry, "draft" | "publishedAt" | "expiresAt" | "file">): boolean;
  /** Addresses of the site. */
  readonly sites: readonly string[];
  /** Absolute paths of the folders with files to which content may refer. */
  readonly roots: readonly string[];
  readonly privatePaths: readonly string[];
}

/**
 * Everything on which the resolution of references depends, other than the names in folders, the
 * bytes of media and the configuration.
 */
export interface DescribedTargets {
  /** Each document's addresses and other names, and whether it is public (lookup-names.ts). */
  readonly documents: readonly string[];
  /** Digest of everything. */
  readonly digest: string;
  /**
   * Digest of the parts that any look-up may depend on: addresses, folders, faulty files, other
   * names.
   */
  readonly frame: string;
}

/** Dates for the state of a file as a whole, without those of its documents. */
const UNDATED = { draft: false, publishedAt: null, expiresAt: null };

export function describeTargets(content: Content, { isPublished, sites, roots, privatePaths }: TargetsState): DescribedTargets {
  const documents = entriesOf(content).map((entry) => {
    const { kind, file, slug } = entry;
    const page = "page" in entry ? entry.page : null;
    const formerPages = "formerPages" in entry ? entry.formerPages : [];
    const aliases = "aliases" in entry ? entry.aliases : [];
    const ofFile = file.entry === undefined ? "" : isPublished({ ...UNDATED, file });
    return toDocumentNames({ state: `${kind} ${isPublished(entry)} ${ofFile}`, path: file.path, slug, page, formerPages, aliases });
  });
  const faulty = content.faulty.map(({ kind, file, page }) => [kind, file.path, page, isPublished({ ...UNDATED, file })]);
  const disk = [...roots, ...privatePaths].map((path) => [path, realPathOf(path), existsSync(path)]);
  const frame = hash("sha1", JSON.stringify([sites, disk, faulty, content.linkNames]), "base64url");
  return { documents, frame, digest: hash("sha1", `${frame}\n${documents.join("\n")}`, "base64url") };
}
