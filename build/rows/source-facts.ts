import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { Diagnostic, PackedLocation } from "../shared/diagnostics.ts";
import type { KindName } from "../shared/kind-name.ts";
import type { Rendered } from "../shared/rendered.ts";

/** The facts of a content file and of its references. */
export interface SourceFacts {
  readonly kind: KindName;
  readonly parsed: ParsedFile;
  /** null if the file was not rendered, or an error occurred that may not occur again. */
  readonly rendering: Rendering | null;
}

/** A rendered text with its references and their targets. */
export interface Rendering {
  /** Mistakes in the text itself. Every build finds mistakes in references by looking them up. */
  readonly found: readonly Diagnostic[];
  readonly references: readonly ReferenceUse[];
  readonly facts: BodyFacts;
  readonly body: BodyRef;
}

/** Identifies the text `"bodyHtml":…,"bodyText":…,"toc":…`, the published members of a Post. */
export interface BodyRef {
  /** SHA-1, hexadecimal. */
  readonly digest: string;
  /** CRC-32. */
  readonly checksum: number;
}

export type BodyFacts = Omit<Rendered, "html" | "text" | "toc">;

/**
 * A reference in a body and its target: an address, or the id of a picture (answer-ids.ts); null if
 * there is no target.
 */
export type ReferenceUse = readonly [kind: "link" | "picture", text: string, at: PackedLocation, answer: string | null];
