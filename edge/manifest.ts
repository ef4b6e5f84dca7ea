import { INDEX_FORMAT, type ListIndex, type Manifest, type SearchFiles } from "../contract/index-format.ts";
import { MANIFEST_FILE } from "../contract/paths.ts";
import { LIST_KINDS } from "../kinds/list-kinds.ts";
import { IndexUnavailable, type ReadFile, toText } from "./read-file.ts";

export interface ManifestSource {
  /**
   * The current manifest.
   * @param fresh bypasses every cache, including this one
   * @throws IndexUnavailable if there is none in a known format
   */
  get(fresh?: boolean): Promise<Manifest>;
}

export interface ManifestSourceOptions {
  readonly read: ReadFile;
  /** How long a manifest is cached, in milliseconds. With 0, each request reads it. */
  readonly maxAgeMs: number;
  readonly now: () => number;
}

/** Reads the manifest. An unchanged text is not parsed again. */
export function createManifestSource({ read, maxAgeMs, now }: ManifestSourceOptions): ManifestSource {
  let last: { readonly text: string; readonly manifest: Manifest; readonly readAt: number } | null = null;
  return {
    async get(fresh = false) {
      const readAt = now();
      if (!fresh && last !== null && readAt - last.readAt < maxAgeMs) return last.manifest;
      const bytes = await read(MANIFEST_FILE, { fresh });
      if (bytes === null) throw new IndexUnavailable(`there is no ${MANIFEST_FILE}`);
      const text = decode(bytes);
      last = { text, manifest: text === last?.text ? last.manifest : parseManifest(text), readAt };
      return last.manifest;
    },
  };
}

function decode(bytes: Uint8Array): string {
  try {
    return toText(bytes);
  } catch (cause) {
    throw new IndexUnavailable(`${MANIFEST_FILE} is not UTF-8`, { cause });
  }
}

function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new IndexUnavailable(`${MANIFEST_FILE} is not JSON`, { cause });
  }
  if (!isRecord(value)) throw new IndexUnavailable(`${MANIFEST_FILE} is not an object`);
  if (value.format !== INDEX_FORMAT) {
    throw new IndexUnavailable(`${MANIFEST_FILE} has format ${String(value.format)}; this reader understands ${INDEX_FORMAT}`);
  }
  if (!isManifest(value)) throw new IndexUnavailable(`${MANIFEST_FILE} lacks members that format ${INDEX_FORMAT} has`);
  return value;
}

/**
 * Whether the manifest has everything that this reader uses. Names are not checked: a wrong name
 * just has no file. Unknown members are ignored.
 */
function isManifest(value: Record<string, unknown>): value is Record<string, unknown> & Manifest {
  const { site, lists, kinds, search, published, counts, postsAsMarkdown } = value;
  return (
    isRecord(site) &&
    typeof site.baseUrl === "string" &&
    (site.problemBaseUrl === undefined || typeof site.problemBaseUrl === "string") &&
    typeof site.timeZone === "string" &&
    (site.offsets === undefined || (isRecord(site.offsets) && Array.isArray(site.offsets.changes))) &&
    isRecord(lists) &&
    LIST_KINDS.every((kind) => isListIndex(lists[kind]) || (kind !== "posts" && lists[kind] === undefined)) &&
    (kinds === undefined || (isRecord(kinds) && Object.values(kinds).every((list) => isListIndex(list) && "definition" in list))) &&
    (postsAsMarkdown === undefined || typeof postsAsMarkdown === "boolean") &&
    (search === null || isSearchFiles(search)) &&
    typeof published === "string" &&
    (counts === null || typeof counts === "string")
  );
}

function isListIndex(value: unknown): value is ListIndex {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.total) &&
    typeof value.columns === "string" &&
    (value.filters === undefined || typeof value.filters === "string") &&
    Array.isArray(value.chunks) &&
    Array.isArray(value.largeChunks)
  );
}

/**
 * Checks only members that all versions share. A search rejects other versions; lists do not need
 * it.
 */
function isSearchFiles(value: unknown): value is SearchFiles {
  return isRecord(value) && typeof value.version === "number" && typeof value.base === "string";
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
