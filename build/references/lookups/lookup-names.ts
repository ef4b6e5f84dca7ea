import { posix } from "node:path";
import { pageKey } from "../../../contract/page-key.ts";
import { isNamedReference } from "../../sources/named-reference.ts";
import { DOCUMENT_ENDINGS, INDEX_NAMES } from "../reference-files.ts";

/**
 * The names that look-ups find, to tell which answers may change when a document or file is added
 * or removed. Texts are split at NUL, which no path contains.
 */
export interface LookupNames {
  /** One text for each document, by toDocumentNames. */
  readonly documents: readonly string[];
  /**
   * The names in each folder, by its path relative to the content folder. Names of folders end in a
   * slash.
   */
  readonly folders: ReadonlyMap<string, readonly string[]>;
}

interface DocumentNames {
  /** Everything else about the document on which answers depend. */
  readonly state: string;
  /** Path of its file. */
  readonly path: string;
  readonly slug: string;
  readonly page: string | null;
  readonly formerPages: readonly string[];
  readonly aliases: readonly string[];
}

const FIELD = "\0";
const ITEM = "\0\0";
const PART = "\0\0\0";
/** Marks an empty field, because two NULs end an item. */
const NONE = "-";
const LIST = "\n";

/** With more changed names, most look-ups would be repeated anyway. */
const CHANGED_MAX = 32;
/**
 * Parts of references that lead to a folder that the reference does not name, and so to its index:
 * `..`, `./`, `@/`. For comparisons, a `#` is added to each reference.
 */
const TO_UNNAMED_FOLDERS = ["./", ".#", ".?", "@/#", "@/?"];
/** Characters that let a look-up read a reference in several ways. */
const READ_IN_SEVERAL_WAYS = /[%\\\t\n\r]/;

export function toDocumentNames({ state, path, slug, page, formerPages, aliases }: DocumentNames): string {
  const list = (names: readonly string[]): string => (names.length === 0 ? NONE : names.join(LIST));
  // Joining an array takes longer.
  return `${state}\0${path}\0${slug || NONE}\0${page ?? NONE}\0${list(formerPages)}\0${list(aliases)}`;
}

export function packNames({ documents, folders }: LookupNames): Uint8Array {
  const inFolders = [...folders].map(([path, names]) => [`./${path}`, ...names].join(FIELD));
  return Buffer.from(documents.join(ITEM) + PART + inFolders.join(ITEM));
}

export function unpackNames(bytes: Uint8Array): LookupNames {
  const [documents = "", folders = ""] = Buffer.from(bytes).toString("utf8").split(PART);
  const toFolder = (text: string): [string, readonly string[]] => {
    const [path = "", ...names] = text.split(FIELD);
    return [path.slice("./".length), names];
  };
  return { documents: split(documents), folders: new Map(split(folders).map(toFolder)) };
}

function split(part: string): readonly string[] {
  return part === "" ? [] : part.split(ITEM);
}

/**
 * The names of documents and files that are in only one of the two, or that differ.
 * @returns null if there are too many, or any look-up may depend on one
 */
export function findChangedNames(former: LookupNames, present: LookupNames): readonly string[] | null {
  const documents = differences(former.documents, present.documents);
  if (documents.length > CHANGED_MAX) return null;
  const found = new Set(documents.flatMap(namesOfDocument));
  for (const [folder, names] of present.folders) {
    const changed = differences(former.folders.get(folder) ?? [], names);
    if (changed.length > CHANGED_MAX) return null;
    for (const entry of changed) for (const name of namesOfEntry(folder, entry)) found.add(name);
  }
  // Letters in listings are composed.
  const names = [...new Set([...found].flatMap((name) => [name, name.normalize("NFC")]))];
  return names.length > CHANGED_MAX || names.includes("") ? null : names;
}

function differences(former: readonly string[], present: readonly string[]): readonly string[] {
  const rest = new Set(former);
  const added = present.filter((one) => !rest.delete(one));
  return [...added, ...rest];
}

function namesOfDocument(document: string): readonly string[] {
  const [, path = "", slug = "", page = NONE, formerPages = NONE, aliases = NONE] = document.split(FIELD);
  const lastOf = (one: string): string => one.slice(one.lastIndexOf("/") + 1);
  const pages = [page, ...formerPages.split(LIST)].filter((one) => one !== NONE);
  return [
    ...namesOfFile(path),
    slug,
    ...aliases.split(LIST).filter((alias) => alias !== NONE),
    ...pages.map((one) => lastOf(pageKey(one))),
  ];
}

function namesOfEntry(folder: string, entry: string): readonly string[] {
  return entry.endsWith("/") ? [entry.slice(0, -1)] : namesOfFile(posix.join("/", folder, entry));
}

/** A reference may omit the extension of a document, and the name of an index. */
function namesOfFile(path: string): readonly string[] {
  const name = posix.basename(path);
  if (INDEX_NAMES.includes(name)) return [posix.basename(posix.dirname(path)), ...TO_UNNAMED_FOLDERS];
  const ending = DOCUMENT_ENDINGS.find((one) => name.endsWith(one)) ?? "";
  return [name.slice(0, name.length - ending.length)];
}

/**
 * Whether the answer to a reference may depend on one of the names. Answers depend on the last
 * segment of the reference's path, and on the folders in it.
 */
export function mayDependOn(text: string, names: readonly string[]): boolean {
  if (READ_IN_SEVERAL_WAYS.test(text) || isNamedReference(text)) return true;
  const written = `${text}#`;
  const composed = written.normalize("NFC");
  return names.some((name) => written.includes(name) || composed.includes(name));
}
