import { type Diagnostic, Diagnostics, type PackedLocation, packLocation, unpackLocation } from "../../shared/diagnostics.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import type { OtherAddresses } from "../other-addresses.ts";
import type { Anchors, AnchorTarget } from "../reference-anchors.ts";
import type { DiagnosticsOf, Written } from "../reference-findings.ts";

/** A link that is checked once all documents are rendered. */
type StoredLink =
  | readonly [check: "anchors", text: string, at: PackedLocation, target: AnchorTarget, fragment: string]
  | readonly [check: "otherAddresses", text: string, at: PackedLocation, path: string];

interface StoredText {
  readonly found: readonly Diagnostic[];
  readonly links: readonly StoredLink[];
}

/** By the relative path of a text. */
export type StoredNotes = readonly (readonly [text: string, notes: StoredText])[];

/** Checks that need all documents. */
interface LaterChecks {
  readonly anchors: Pick<Anchors, "note">;
  readonly otherAddresses: Pick<OtherAddresses, "note">;
}

interface TextNote {
  readonly found: Diagnostics;
  /** By their JSON, because a text may be looked up twice. */
  readonly links: Map<string, StoredLink>;
}

/**
 * The results of look-ups other than their answers: findings, and links that are checked at the
 * end. Results for texts are stored. Results for fields are not, because every build looks fields
 * up.
 */
export class TextNotes implements LaterChecks {
  readonly #checks: LaterChecks;
  readonly #inFields = new Diagnostics();
  readonly #texts = new Map<string, TextNote>();
  /** Notes of an earlier build, without those that were repeated. */
  #unrepeated = new Map<string, StoredText>();

  constructor(checks: LaterChecks) {
    this.#checks = checks;
  }

  readonly diagnosticsOf: DiagnosticsOf = ({ from, field }) => (field === undefined ? this.#open(from).found : this.#inFields);

  readonly anchors: LaterChecks["anchors"] = {
    note: (written, target, fragment) => {
      const { path, relative } = target;
      this.#add(written, ["anchors", written.text, packLocation(written.at()), { path, relative }, fragment]);
      this.#checks.anchors.note(written, target, fragment);
    },
  };

  readonly otherAddresses: LaterChecks["otherAddresses"] = {
    note: (written, path) => {
      this.#add(written, ["otherAddresses", written.text, packLocation(written.at()), path]);
      this.#checks.otherAddresses.note(written, path);
    },
  };

  /** Takes the notes of an earlier build. */
  take(stored: StoredNotes): void {
    this.#unrepeated = new Map(stored);
  }

  /** Whether an earlier build had notes about a text that have not been repeated yet. */
  isNoted({ relative }: SourceFile): boolean {
    return this.#unrepeated.has(relative);
  }

  /** Whether an earlier build reported something about a text. */
  hasFindings({ relative }: SourceFile): boolean {
    return (this.#unrepeated.get(relative)?.found.length ?? 0) > 0;
  }

  /** Repeats the notes of an earlier build about a text. */
  repeat(file: SourceFile): void {
    const note = this.#unrepeated.get(file.relative);
    if (note === undefined) return;
    this.#unrepeated.delete(file.relative);
    this.#open(file).found.replay(note.found);
    for (const link of note.links) {
      const [check, text, at] = link;
      const written: Written = { text, from: file, at: () => unpackLocation(at, file.path), check: "brokenLinks" };
      if (check === "anchors") this.#checks.anchors.note(written, link[3], link[4]);
      else this.#checks.otherAddresses.note(written, link[3]);
      this.#add(written, link);
    }
  }

  /** Passes on all findings. */
  replayTo(diagnostics: Diagnostics): void {
    for (const { found } of this.#texts.values()) diagnostics.replay(found.all());
    diagnostics.replay(this.#inFields.all());
  }

  toStored(): StoredNotes {
    return [...this.#texts].map(([text, { found, links }]) => [text, { found: found.all(), links: [...links.values()] }]);
  }

  #add({ from }: Written, link: StoredLink): void {
    this.#open(from).links.set(JSON.stringify(link), link);
  }

  #open({ relative }: SourceFile): TextNote {
    const note = this.#texts.get(relative) ?? { found: new Diagnostics(), links: new Map() };
    this.#texts.set(relative, note);
    return note;
  }
}
