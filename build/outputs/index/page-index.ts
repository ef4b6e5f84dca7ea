import { createHash, hash } from "node:crypto";
import { type PageIndex, type PageRecord, UNLISTED_KEY_LENGTH } from "../../../contract/index-format.ts";
import { pageKey } from "../../../contract/page-key.ts";
import type { Assembled } from "../../assemble/assemble.ts";
import type { SitePage } from "../../assemble/groups/site-pages.ts";
import type { Memos } from "../../cache/memos.ts";
import { hashKey } from "./cut-list.ts";
import { type LateFile, nameOf, type TextFile, toHashedFile } from "./text-file.ts";

const NAME = "resolve";
/** Average number of keys in a part, which then has about 10 KB. */
const PART_KEYS = 256;

export interface PageIndexFiles {
  /** Name of the file in the manifest. */
  readonly name: string;
  readonly files: readonly LateFile[];
}

/**
 * Maps paths to documents (contract/index-format.ts, PageIndex). The files are created again if a
 * page is added, removed or moved.
 */
export function indexPages(site: Pick<Assembled, "sitePages" | "facetsId" | "siteSettings">, memos: Memos): PageIndexFiles {
  const { origin } = new URL(site.siteSettings.url);
  let made: ReadonlyMap<string, string> | null = null;
  const make = (): ReadonlyMap<string, string> => {
    made ??= new Map(toFiles(site.sitePages, origin).map(({ path, text }) => [path, text]));
    return made;
  };
  // The id of the facets covers the slug and address of each listed post, so thousands of posts
  // need not be visited.
  const rest = site.sitePages.filter(({ kind, listed, formerPaths }) => kind !== "posts" || !listed || formerPaths.length > 0);
  const facts = JSON.stringify([origin, site.facetsId, rest]);
  const paths = memos.table(NAME).get(hash("sha1", facts, "base64url"), () => [...make().keys()].join(" "));
  const bytesOf = (path: string): Buffer => {
    const text = make().get(path);
    if (text === undefined) throw new Error(`${path} is not a file of these pages`);
    return Buffer.from(text);
  };
  // The name contains a hash of the content.
  const files = paths.split(" ").map((path) => ({ path, bytes: () => bytesOf(path), identity: "" }));
  const [root] = files;
  if (root === undefined) throw new Error("an index of pages has a root");
  return { name: nameOf(root), files };
}

/** The root, then the parts. */
function toFiles(pages: readonly SitePage[], site: string): readonly TextFile[] {
  // Names are sorted, so that the result depends only on the memo's key.
  const names = [...new Set(pages.map(({ kind }) => kind))].sort();
  const kinds = names.flatMap((name) => ENDINGS.map((ending) => [name, ending] as const));
  const records = new Map<string, PageRecord>();
  for (const page of pages)
    for (const path of [page.path, ...page.formerPaths]) {
      const key = pageKey(path).normalize("NFC");
      const record = toRecord(key, page, names);
      if (page.listed) records.set(key, record);
      else records.set(`~${hash("sha256", key).slice(0, UNLISTED_KEY_LENGTH)}`, seal(JSON.stringify(record), key));
    }
  // Sorted by code unit, because the reader compares keys in this way.
  const keys = [...records.keys()].sort();
  const parts: string[][] = [];
  for (const key of keys) {
    const last = parts.at(-1);
    if (last === undefined || hashKey(key) % PART_KEYS === 0) parts.push([key]);
    else last.push(key);
  }
  const files = parts.map((part) => {
    const members = part.map((key) => `${JSON.stringify(key)}:${JSON.stringify(records.get(key))}`);
    return toHashedFile(`${NAME}.part`, `{${members.join(",")}}`);
  });
  const root: PageIndex = { site, kinds, parts: parts.map(([first = ""], at) => [first, nameOf(files[at] as TextFile)]) };
  return [toHashedFile(NAME, JSON.stringify(root)), ...files];
}

/** @param names names of kinds */
function toRecord(key: string, { kind, slug, path }: SitePage, names: readonly string[]): PageRecord {
  const ending = ENDINGS.findIndex((end) => path === key + end);
  const number = names.indexOf(kind) * ENDINGS.length + Math.max(ending, 0);
  return ending >= 0 && slug === key.slice(key.lastIndexOf("/") + 1) ? number : [number, slug, path];
}

/** Endings of paths after the key. */
const ENDINGS = ["", "/"] as const;

/** Encrypts a text so that only a reader who knows the key can read it. */
function seal(text: string, key: string): string {
  const bytes = Buffer.from(text);
  const blocks = Array.from({ length: Math.ceil(bytes.length / 32) }, (_, at) => createHash("sha256").update(`${key}\n${at}`).digest());
  const mask = Buffer.concat(blocks);
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0))).toString("base64");
}
