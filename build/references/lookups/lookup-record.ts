import { relative, resolve } from "node:path";
import { PictureError } from "../../pictures/picture-error.ts";
import type { PictureStore, PublishedFile } from "../../pictures/picture-store.ts";
import type { AnswerIds } from "../../rows/answer-ids.ts";
import { toKeptStat } from "../../shared/file-stat.ts";
import type { MaybePromise, Picture, References } from "../../shared/rendered.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import type { FileTree, ListedFolder } from "../reference-files.ts";
import type { StoredNotes, TextNotes } from "./text-notes.ts";

type MediaStore = Pick<PictureStore, "process" | "file">;

/** A media file that references lead to, with the id of its published form. */
type AnsweredFile = readonly [want: keyof MediaStore, path: string, id: string];

/** A media file that cannot be published, with the reason. */
type FailedFile = readonly [want: keyof MediaStore, path: string, reason: string];

/** Paths are relative to the content folder, since a cache may be restored elsewhere. */
interface StoredLookups {
  /** Digest of describeTargets. */
  readonly targets: string;
  readonly folders: readonly ListedFolder[];
  readonly media: readonly AnsweredFile[];
  /** Media files that cannot be published. */
  readonly failed: readonly FailedFile[];
  readonly notes: StoredNotes;
}

interface LookupRecordOptions {
  readonly contentDir: string;
  readonly targets: string;
  /** Base of media URLs, without a final slash. */
  readonly mediaUrl: string;
  readonly answers: AnswerIds;
  readonly notes: TextNotes;
}

/**
 * The look-ups of references in a build. While documents, folders and media are unchanged, a later
 * build uses the answers in the rows, and repeats the other findings of the look-ups.
 */
export class LookupRecord {
  readonly #options: LookupRecordOptions;
  readonly #media = new Map<string, AnsweredFile>();
  readonly #failed = new Map<string, FailedFile>();
  /** Whether the answers of an earlier build are still valid. */
  #holds = false;
  /** Whether the same is true for texts with notes: a media file that failed would fail again. */
  #failsAlike = true;
  /** Published forms of unchanged media, by their ids in rows. */
  readonly #answers = new Map<string, Picture | PublishedFile>();

  constructor(options: LookupRecordOptions) {
    this.#options = options;
  }

  /** Passes calls on, and records what they return. */
  watch(store: MediaStore): MediaStore {
    return {
      process: (path) => this.#record("process", path, store.process(path)),
      file: (path) => this.#record("file", path, store.file(path)),
    };
  }

  /**
   * Compares the present state with that of an earlier build.
   * @param stored of the build that left the present rows; null: unknown
   */
  async compare(stored: Uint8Array | null, tree: Pick<FileTree, "isSame">, store: MediaStore): Promise<void> {
    if (stored === null) return;
    const { targets, folders, media, failed, notes }: StoredLookups = JSON.parse(Buffer.from(stored).toString("utf8"));
    const place = (path: string): string => resolve(this.#options.contentDir, path);
    if (targets !== this.#options.targets || !folders.every((folder) => tree.isSame({ ...folder, path: place(folder.path) }))) return;
    const changed: string[] = [];
    for (const [want, path, id] of media) {
      const answer = await Promise.resolve(store[want](place(path))).catch(() => null);
      if (answer === null || this.#idOf(answer) !== id) changed.push(id);
      else this.#answers.set(id, answer);
    }
    // Two files may have had the same bytes and name.
    for (const id of changed) this.#answers.delete(id);
    for (const [want, path, reason] of failed) {
      const now = await Promise.resolve(store[want](place(path))).then(() => null, reasonOf);
      if (now !== reason) this.#failsAlike = false;
    }
    this.#options.notes.take(notes);
    this.#holds = true;
  }

  /** The answer of an earlier build, if it is still valid. undefined: it must be looked up. */
  recall(kind: "link" | "picture", answer: string | null, file: SourceFile): string | Picture | null | undefined {
    if (!this.#holds || (!this.#failsAlike && this.#options.notes.isNoted(file))) return undefined;
    this.#options.notes.repeat(file);
    if (answer === null) return null;
    if (kind === "picture") return this.#answers.get(answer) as Picture | undefined;
    const isMedia = answer.startsWith(`${this.#options.mediaUrl}/`);
    return !isMedia || this.#answers.has(answer.replace(/[?#].*$/s, "")) ? answer : undefined;
  }

  /** @param since start of the build by the file system's clock, milliseconds */
  toBytes(tree: Pick<FileTree, "folders">, since: number): Uint8Array {
    const place = (path: string): string => relative(this.#options.contentDir, path);
    const stored: StoredLookups = {
      targets: this.#options.targets,
      folders: [...tree.folders()].map(({ path, stat, digest }) => ({
        path: place(path),
        stat: stat === null ? null : toKeptStat(stat, since),
        digest,
      })),
      media: [...this.#media.values()].map(([want, path, id]) => [want, place(path), id]),
      failed: [...this.#failed.values()].map(([want, path, reason]) => [want, place(path), reason]),
      notes: this.#options.notes.toStored(),
    };
    return Buffer.from(JSON.stringify(stored));
  }

  #record<T extends Picture | PublishedFile>(want: keyof MediaStore, path: string, answer: MaybePromise<T>): MaybePromise<T> {
    const key = `${want} ${path}`;
    if (this.#media.has(key)) return answer;
    const keep = (found: T): T => {
      this.#media.set(key, [want, path, this.#idOf(found)]);
      return found;
    };
    const fail = (error: unknown): never => {
      const reason = reasonOf(error);
      if (reason !== null) this.#failed.set(key, [want, path, reason]);
      throw error;
    };
    return answer instanceof Promise ? answer.then(keep, fail) : keep(answer);
  }

  /** The form that rows store: a linked file's address, or a picture's id. */
  #idOf(answer: Picture | PublishedFile): string {
    return "variants" in answer ? this.#options.answers.idOfPicture(answer) : answer.url;
  }
}

/** null: not a failure of the file, so the next look-up throws it again. */
function reasonOf(error: unknown): string | null {
  return error instanceof PictureError ? JSON.stringify([error.code, error.message, error.hint]) : null;
}

/** References that recall the answers of an earlier build. */
export function withRecall<R extends References>(references: R, lookups: LookupRecord): R {
  return { ...references, recall: (kind, answer, from) => lookups.recall(kind, answer, from) };
}
