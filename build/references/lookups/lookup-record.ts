import { relative, resolve } from "node:path";
import { PictureError } from "../../pictures/picture-error.ts";
import type { PictureStore, PublishedFile } from "../../pictures/picture-store.ts";
import type { AnswerIds } from "../../rows/answer-ids.ts";
import type { FormerLookups, KeptLookups } from "../../rows/source-rows.ts";
import { toKeptStat } from "../../shared/file-stat.ts";
import type { AskedReference, MaybePromise, Picture, RecalledAnswer, References } from "../../shared/rendered.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import type { FileTree, ListedFolder } from "../reference-files.ts";
import type { DescribedTargets } from "./describe-targets.ts";
import { findChangedNames, type LookupNames, mayDependOn, packNames, unpackNames } from "./lookup-names.ts";
import type { StoredNotes, TextNotes } from "./text-notes.ts";

type MediaStore = Pick<PictureStore, "process" | "file">;
type FolderTree = Pick<FileTree, "folders" | "isSame" | "listedNames">;

/** A media file that references use, with the id of its published form. */
type AnsweredFile = readonly [want: keyof MediaStore, path: string, id: string];

/** A media file that cannot be published, with the reason. */
type FailedFile = readonly [want: keyof MediaStore, path: string, reason: string];

/** Paths are relative to the content folder, because a cache may be restored elsewhere. */
interface StoredLookups {
  /** Digests of describeTargets. */
  readonly targets: string;
  readonly frame: string;
  readonly folders: readonly ListedFolder[];
  readonly media: readonly AnsweredFile[];
  /** Media files that cannot be published. */
  readonly failed: readonly FailedFile[];
  readonly notes: StoredNotes;
}

interface LookupRecordOptions {
  readonly contentDir: string;
  readonly targets: DescribedTargets;
  /** Base of media URLs, without a final slash. */
  readonly mediaUrl: string;
  readonly answers: AnswerIds;
  readonly notes: TextNotes;
}

/**
 * The look-ups of references in a build. If documents, folders and media are unchanged, a later
 * build uses the answers in the rows and repeats the findings of the look-ups. If a few documents
 * or files differ, it repeats the look-ups that may depend on their names.
 */
export class LookupRecord {
  readonly #options: LookupRecordOptions;
  readonly #media = new Map<string, AnsweredFile>();
  readonly #failed = new Map<string, FailedFile>();
  /**
   * Changed names. Answers that may depend on one of them are looked up again; if null, all are.
   */
  #changed: readonly string[] | null = null;
  #former: FormerLookups | null = null;
  /** Paths and digests of the former build's folders. */
  #formerFolders: ReadonlyMap<string, string> = new Map();
  #formerTargets = "";
  /**
   * Whether every media file that failed would fail in the same way again, so that answers for
   * texts with notes are still valid.
   */
  #failsAlike = true;
  /** Published forms of unchanged media, by their ids in rows. */
  readonly #answers = new Map<string, Picture | PublishedFile>();

  constructor(options: LookupRecordOptions) {
    this.#options = options;
  }

  /** Returns a store that passes calls on and records their results. */
  watch(store: MediaStore): MediaStore {
    return {
      process: (path) => this.#record("process", path, store.process(path)),
      file: (path) => this.#record("file", path, store.file(path)),
    };
  }

  /**
   * Compares the current state with that of an earlier build.
   * @param former look-ups of the build that wrote the current rows; null if unknown
   */
  async compare(former: FormerLookups | null, tree: FolderTree, store: MediaStore): Promise<void> {
    if (former === null) return;
    const { targets, frame, folders, media, failed, notes }: StoredLookups = JSON.parse(Buffer.from(former.bytes).toString("utf8"));
    this.#former = former;
    this.#formerTargets = targets;
    this.#formerFolders = new Map(folders.map(({ path, digest }) => [path, digest]));
    const differing = folders.filter((folder) => !tree.isSame({ ...folder, path: this.#placeOf(folder.path) })).map(({ path }) => path);
    const isSame = targets === this.#options.targets.digest && differing.length === 0;
    this.#changed = isSame ? [] : frame === this.#options.targets.frame ? this.#findChanged(differing, tree) : null;
    if (this.#changed === null) return;
    await this.#compareMedia(media, failed, store);
    this.#options.notes.take(notes);
  }

  #findChanged(differing: readonly string[], tree: FolderTree): readonly string[] | null {
    const names = this.#formerNames();
    const listed = differing.map((path) => [path, tree.listedNames(this.#placeOf(path))] as const);
    if (names === null || listed.some(([path, present]) => present === null || !names.folders.has(path))) return null;
    const folders = new Map(listed.map(([path, present]) => [path, present ?? []]));
    return findChangedNames(names, { documents: this.#options.targets.documents, folders });
  }

  #formerNames(): LookupNames | null {
    const bytes = this.#former?.names() ?? null;
    return bytes === null ? null : unpackNames(bytes);
  }

  async #compareMedia(media: StoredLookups["media"], failed: StoredLookups["failed"], store: MediaStore): Promise<void> {
    const changed: string[] = [];
    for (const [want, path, id] of media) {
      const answer = await Promise.resolve(store[want](this.#placeOf(path))).catch(() => null);
      if (answer === null || this.#idOf(answer) !== id) changed.push(id);
      else this.#answers.set(id, answer);
    }
    // Two files may have had the same bytes and name.
    for (const id of changed) this.#answers.delete(id);
    for (const [want, path, reason] of failed) {
      const now = await Promise.resolve(store[want](this.#placeOf(path))).then(() => null, reasonOf);
      if (now !== reason) this.#failsAlike = false;
    }
  }

  /**
   * Returns an earlier build's answers for the references in a text, or null if at least one may
   * differ now.
   */
  recall(file: SourceFile, asked: readonly AskedReference[]): RecalledAnswer | null {
    const { notes } = this.#options;
    const changed = this.#changed;
    if (changed === null || (!this.#failsAlike && notes.isNoted(file))) return null;
    // A finding may suggest any name.
    if (changed.length > 0 && (notes.hasFindings(file) || asked.some(([, text]) => mayDependOn(text, changed)))) return null;
    notes.repeat(file);
    return (kind, answer) => this.#recallAnswer(kind, answer);
  }

  #recallAnswer(kind: "link" | "picture", answer: string | null): string | Picture | null | undefined {
    if (answer === null) return null;
    if (kind === "picture") return this.#answers.get(answer) as Picture | undefined;
    const isMedia = answer.startsWith(`${this.#options.mediaUrl}/`);
    return !isMedia || this.#answers.has(answer.replace(/[?#].*$/s, "")) ? answer : undefined;
  }

  /** @param since start of the build by the file system's clock, in milliseconds */
  keep(tree: FolderTree, since: number): KeptLookups {
    const place = (path: string): string => relative(this.#options.contentDir, path);
    const { targets, notes } = this.#options;
    const folders = [...tree.folders()].map(({ path, stat, digest }) => ({
      path: place(path),
      stat: stat === null ? null : toKeptStat(stat, since),
      digest,
    }));
    const stored: StoredLookups = {
      targets: targets.digest,
      frame: targets.frame,
      folders,
      media: [...this.#media.values()].map(([want, path, id]) => [want, place(path), id]),
      failed: [...this.#failed.values()].map(([want, path, reason]) => [want, place(path), reason]),
      notes: notes.toStored(),
    };
    const isFormer =
      targets.digest === this.#formerTargets && folders.every(({ path, digest }) => this.#formerFolders.get(path) === digest);
    return { bytes: Buffer.from(JSON.stringify(stored)), names: isFormer ? null : this.#packNames(folders, tree) };
  }

  #packNames(folders: readonly ListedFolder[], tree: FolderTree): Uint8Array {
    const earlier = this.#formerNames()?.folders;
    const names = folders.flatMap(({ path }): [string, readonly string[]][] => {
      const inFolder = tree.listedNames(this.#placeOf(path)) ?? earlier?.get(path);
      return inFolder === undefined ? [] : [[path, inFolder]];
    });
    return packNames({ documents: this.#options.targets.documents, folders: new Map(names) });
  }

  #placeOf(path: string): string {
    return resolve(this.#options.contentDir, path);
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

/**
 * The reason for a failure, for comparison; null if the file did not cause it, so the next look-up
 * throws it again.
 */
function reasonOf(error: unknown): string | null {
  return error instanceof PictureError ? JSON.stringify([error.code, error.message, error.hint]) : null;
}

/** Makes references recall the answers of an earlier build. */
export function withRecall<R extends References>(references: R, lookups: LookupRecord): R {
  return { ...references, recall: (from, asked) => lookups.recall(from, asked) };
}
