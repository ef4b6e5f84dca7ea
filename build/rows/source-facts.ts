import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { Diagnostic, PackedLocation } from "../shared/diagnostics.ts";
import type { KindName } from "../shared/kind-name.ts";
import type { Rendered } from "../shared/rendered.ts";

/** Facts of a content file: its own, and its references. */
export interface SourceFacts {
  readonly kind: KindName;
  readonly parsed: ParsedFile;
  /** null: it was not rendered, or there was a mistake that may not be there again. */
  readonly rendering: Rendering | null;
}

/** A rendered text: with what it asked of others, and the answers that it holds. */
export interface Rendering {
  /** Mistakes in the text itself. Mistakes in references are found again by look-ups. */
  readonly found: readonly Diagnostic[];
  readonly references: readonly ReferenceUse[];
  readonly facts: BodyFacts;
  readonly body: BodyRef;
}

/** Names `"bodyHtml":…,"bodyText":…,"toc":…`, members of a Post as they are published. */
export interface BodyRef {
  /** SHA-1, hexadecimal. */
  readonly digest: string;
  /** CRC-32. */
  readonly checksum: number;
}

export type BodyFacts = Omit<Rendered, "html" | "text" | "toc">;

/**
 * A reference in a body, with the answer it got: the address, or the id of a picture
 * (answer-ids.ts); null: no target.
 */
export type ReferenceUse = readonly [kind: "link" | "picture", text: string, at: PackedLocation, answer: string | null];
