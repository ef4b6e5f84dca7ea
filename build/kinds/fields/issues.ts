import type { z } from "zod";
import type { FieldPath, Finding, Location } from "../../shared/diagnostics.ts";
import { firstFew } from "../../shared/diagnostics.ts";
import { didYouMean } from "../../shared/suggest.ts";
import type { DataDocument } from "../../sources/data-document.ts";
import { KEY_SEPARATOR } from "../../sources/wording.ts";

export interface PlacedFinding {
  readonly at: Location;
  readonly finding: Finding;
}

export interface UnknownKey {
  /** Path with the API's names, for removing it. */
  readonly path: FieldPath;
  /** Path as the author wrote it. */
  readonly written: FieldPath;
  /** Known names of which it may be a misspelling. */
  readonly candidates: readonly string[];
  /** Called only when the key is reported, because it compares names. */
  readonly describe: () => Finding;
}

/** Zod's issues, with places in the file and messages for authors. */
export interface Translated {
  readonly unknownKeys: readonly UnknownKey[];
  readonly others: readonly PlacedFinding[];
}

/** How unknown keys at the top level are explained. */
export interface KeyWords {
  /** Names that are recognized as fields (`pubDate`), for suggestions. */
  readonly otherNames?: readonly string[];
  /** The end of the message about a key that resembles no known one. */
  readonly remedy?: string;
  /** Explains a key that other kinds of documents have. Returns null if no kind has it. */
  readonly explainKey?: ((key: string) => string | null) | undefined;
}

export function translateIssues(
  issues: readonly z.core.$ZodIssue[],
  document: DataDocument,
  { otherNames = [], remedy = "", explainKey = () => null }: KeyWords = {},
): Translated {
  const unknownKeys: UnknownKey[] = [];
  const others: PlacedFinding[] = [];
  for (const issue of issues) {
    const path = issue.path.filter((segment) => typeof segment !== "symbol");
    if (issue.code === "unrecognized_keys") {
      const candidates = issue.message.split(KEY_SEPARATOR);
      for (const key of issue.keys)
        unknownKeys.push(
          path.length === 0
            ? unknownKey(document, [key], { candidates: [...candidates, ...otherNames], remedy, hint: explainKey(key) })
            : unknownKey(document, [...path, key], { candidates, remedy: "", hint: null }),
        );
    } else {
      const params: Readonly<Record<string, unknown>> = issue.code === "custom" ? (issue.params ?? {}) : {};
      const hint = typeof params.hint === "string" ? { hint: params.hint } : {};
      const code = typeof params.code === "string" ? params.code : "wrong-type";
      others.push({ at: document.locate(path), finding: { code, message: issue.message, ...hint, field: document.written(path) } });
    }
  }
  return { unknownKeys, others };
}

interface Known {
  readonly candidates: readonly string[];
  /** The remedy for a key that resembles no candidate; "" if there is none. */
  readonly remedy: string;
  /** null to suggest one of the candidates. */
  readonly hint: string | null;
}

function unknownKey(document: DataDocument, path: FieldPath, { candidates, remedy, hint }: Known): UnknownKey {
  const key = String(path.at(-1));
  const field = document.written(path);
  const describe = (): Finding => {
    const better = hint ?? betterHint(key, document, path, candidates);
    return {
      code: "unknown-key",
      message: "unknown key",
      hint: better ?? `known keys: ${firstFew(candidates, KNOWN_SHOWN)}`,
      ...(better === null && remedy !== "" ? { remedy } : {}),
      field,
    };
  };
  return { path, written: field, candidates, describe };
}

/** Number of known keys that a message lists. */
const KNOWN_SHOWN = 8;

/** null if no better hint is known. */
function betterHint(key: string, document: DataDocument, path: FieldPath, candidates: readonly string[]): string | null {
  // In { alt: Ridges at dawn, each fainter }, the comma ended the value, so the rest became a key
  // without a value.
  if (/\s/.test(key) && document.isBare(path)) return "a comma inside { } ends a value: put the whole text in quotes";
  return didYouMean(key, candidates);
}
