import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { Diagnostic, PackedLocation } from "../shared/diagnostics.ts";
import type { KindName } from "../shared/kind-name.ts";
import type { Rendered } from "../shared/rendered.ts";

/** Facts of a content file: its own, and its references. */
export interface SourceFacts {
  readonly kind: KindName;
  readonly parsed: ParsedFile;
  /** null: it was not rendered, or an error occurred that may not occur again. */
  readonly rendering: Rendering | null;
}

/** A rendered text with the references it looked up and their answers. */
export interface Rendering {
  /** Mistakes in the text itself. Each build finds mistakes in references by look-ups. */
  readonly found: readonly Diagnostic[];
  readonly references: readonly ReferenceUse[];
  readonly facts: BodyFacts;
  readonly body: BodyRef;
}

/** Identifies `"bodyHtml":…,"bodyText":…,"toc":…`, the published members of a Post. */
export interface BodyRef {
  /** SHA-1, hexadecimal. */
  readonly digest: string;
  /** CRC-32. */
  readonly checksum: number;
}

export type BodyFacts = Omit<Rendered, "html" | "text" | "toc">;

/**
 * A reference in a body with its answer: an address, or the id of a picture (answer-ids.ts). null:
 * no target.
 */
export type ReferenceUse = readonly [kind: "link" | "picture", text: string, at: PackedLocation, answer: string | null];
