import type { CheckSeverity } from "../../contract/config/config-names.ts";
import { decodePercent } from "../../contract/text/decode-percent.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { suggest } from "../shared/suggest.ts";
import type { Written } from "./reference-findings.ts";

/** The document that contains the place. */
export type AnchorTarget = Pick<SourceFile, "path" | "relative">;

/** Links to a place in another document. They are checked after all documents are rendered. */
export interface Anchors {
  note(written: Written, target: AnchorTarget, fragment: string): void;
  /** @param idsOf the ids of a document; null if unknown */
  check(idsOf: (file: AnchorTarget) => readonly string[] | null, diagnostics: Diagnostics): void;
}

/** Places of a page that its front end provides, such as the top and the comments. */
const PAGE_PLACES: ReadonlySet<string> = new Set(
  "top comment comments comment-form content disqus_thread footer header main main-content newsletter respond subscribe toc".split(" "),
);

/**
 * Whether a fragment belongs to the page around a document, or is a text to search for, and so is
 * not a place in the document.
 */
export function isPagePlace(fragment: string): boolean {
  return fragment === "" || fragment.startsWith(":~:") || PAGE_PLACES.has(fragment.toLowerCase());
}

export function createAnchors(severity: CheckSeverity): Anchors {
  const noted: { readonly written: Written; readonly target: AnchorTarget; readonly fragment: string }[] = [];
  return {
    note(written, target, fragment) {
      const [plain = ""] = fragment.split(":~:");
      if (severity !== "off" && !isPagePlace(plain)) noted.push({ written, target, fragment: plain });
    },
    check(idsOf, diagnostics) {
      for (const { written, target, fragment } of noted) {
        const ids = idsOf(target);
        if (ids === null || hasId(ids, fragment)) continue;
        const place = JSON.stringify(decodePercent(fragment) ?? fragment);
        const message = `${JSON.stringify(written.text)}: ${target.path} has no place ${place}`;
        diagnostics.report(severity, written.at(), { code: "missing-anchor", message, hint: hintOfAnchor(ids, fragment) });
      }
    },
  };
}

export function hasId(ids: readonly string[], fragment: string): boolean {
  return ids.includes(fragment) || ids.includes(decodePercent(fragment) ?? fragment);
}

export function hintOfAnchor(ids: readonly string[], fragment: string): string {
  const near = suggest(decodePercent(fragment) ?? fragment, ids);
  return near === null ? "ids of headings are derived from their text; ## Title {#id} sets one" : `did you mean #${near}?`;
}
