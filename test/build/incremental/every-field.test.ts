import { expect, it } from "vitest";
import { createTally } from "./build-step.ts";
import { type DocumentKind, valuesOf } from "./front-matter-values.ts";
import { type Edit, runSequence } from "./sequence.ts";

/** These fields come last, because edits of a hidden document have little effect. */
const HIDING = ["draft", "publishedAt", "expiresAt"];

/**
 * Returns an edit of each field of one document.
 * @param place the document's number among the files of its kind
 */
function editFields(kind: DocumentKind, place: number): readonly Edit[] {
  const fields = Object.keys(valuesOf(kind, "")).sort((a, b) => HIDING.indexOf(a) - HIDING.indexOf(b));
  return fields.map((field) => [`${kind}: ${field}`, [place, 0, 0]]);
}

/** Two posts become translations of each other, and one gets another title. */
const TRANSLATED_POSTS: readonly Edit[] = [
  ["posts: language", [1, 0, 0]],
  ["posts: translationKey", [1, 0, 0]],
  ["posts: translationKey", [3, 0, 0]],
  ["posts: title", [3, 0, 0]],
];

it.each<[what: string, edits: readonly Edit[]]>([
  ["a talk, to which another one refers", editFields("talks", 0)],
  ["a page below another one", editFields("pages", 1)],
  ["a page that is a translation", editFields("pages", 2)],
  ["posts that are translations", TRANSLATED_POSTS],
])("after an edit of each field, a build produces the same bytes as a clean build: %s", { timeout: 300_000 }, async (_, edits) => {
  const tally = createTally();
  await runSequence(edits, { inMemory: true, tally });
  expect(tally.succeeded).toBeGreaterThan(tally.builds * 0.8);
  expect(tally.seen.size).toBeGreaterThan(new Set(edits.map(([name]) => name)).size * 0.7);
});
