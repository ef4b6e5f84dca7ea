import type { KindName } from "../kinds/document/kind-name.ts";
import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { Rendered } from "../render/rendered.ts";
import type { Diagnostic, PackedLocation } from "../shared/diagnostics.ts";

/** What a content file says, alone and by what it refers to. */
export interface SourceFacts {
  readonly kind: KindName;
  readonly parsed: ParsedFile;
  /** null: it was not rendered, or there was a mistake that may not be there again. */
  readonly rendering: Rendering | null;
}

/** A rendered text: with what it asked of others, and the answers that it holds. */
export interface Rendering {
  /** What was found in the text itself; what is wrong with references is found again by asking. */
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

/** What a body asked of others. `answer`: the address, or the id of a picture (answer-ids.ts); null: there is none. */
export type ReferenceUse = readonly [kind: "link" | "picture", text: string, at: PackedLocation, answer: string | null];
