import type { FileStat } from "../shared/file-stat.ts";
import type { CachedPicture } from "./picture-record.ts";

/** Parses the memo of an earlier build. null gives an empty memo. */
export function readPictureMemo(bytes: Uint8Array | null): PictureMemo {
  if (bytes === null) return new Map();
  const entries = JSON.parse(Buffer.from(bytes).toString("utf8")) as [string, FileStat, MediaContent][];
  return new Map(entries.map(([name, stat, content]) => [name, { stat, content: Promise.resolve(content) }]));
}

/** The content of each path when it was last read. Plain data except for the promise. */
export type PictureMemo = Map<string, { readonly stat: FileStat; readonly content: Promise<MediaContent> }>;

/** A file's content, without its name. */
export type MediaContent =
  | {
      readonly kind: "picture";
      readonly key: string;
      readonly picture: CachedPicture;
      /** The stats of the cached files when they were last verified. */
      readonly stats: readonly (FileStat | null)[];
    }
  | { readonly kind: "file"; readonly digest: string; readonly bytes: number };
