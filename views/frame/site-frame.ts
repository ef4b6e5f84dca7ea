import { wordsOf } from "../../kinds/list-kind.ts";
import { LIST_KINDS } from "../../kinds/list-kinds.ts";
import { toListPath } from "../list-paths.ts";
import { createSiteView, type FrameFacts, type SiteFrame } from "../site-view.ts";
import { findPageWords } from "../words/find-words.ts";
import { nameLanguage } from "../words/language-names.ts";
import type { PageWords } from "../words/page-words.ts";
import { renderShell } from "./site-shell.ts";

const NO_SHELL: SiteFrame["shell"] = { start: "", links: "", header: [], end: "" };

/** Built-in kinds whose lists have several pages. */
const LISTED_KINDS: readonly string[] = LIST_KINDS.filter((kind) => kind !== "pages");

/**
 * The frame of a site. The build makes it, so the hosts' programs only need the texts of one
 * language.
 * @param languages of documents, BCP 47
 */
export function toSiteFrame(facts: FrameFacts, languages: Iterable<string>): SiteFrame {
  const words = findPageWords(facts.settings.language);
  const languageNames = Object.fromEntries([...new Set(languages)].sort().map((tag) => [tag, nameLanguage(tag)]));
  const listPaths = Object.fromEntries(Object.entries(facts.settings.pages).map(([name, pattern]) => [name, toListPath(name, pattern)]));
  const kinds = [...LISTED_KINDS, ...facts.kinds.map(({ name }) => name)];
  const names = [...Object.keys(facts.settings.pages), ...facts.sections, ...kinds];
  const listedKinds = facts.sections.filter((name) => kinds.includes(name));
  const labels = Object.fromEntries(names.map((name) => [name, labelSection(name, facts, words)]));
  const frame = { ...facts, words, languageNames, listedKinds, labels, listPaths };
  return { ...frame, shell: renderShell(createSiteView({ ...frame, shell: NO_SHELL })) };
}

function labelSection(name: string, { kinds }: FrameFacts, words: PageWords): string {
  const own = kinds.find((kind) => kind.name === name);
  if (own !== undefined) return own.words.many;
  const label = words[name as keyof PageWords];
  // A built-in kind without a label in the language of the pages.
  return typeof label === "string" ? label : wordsOf({ name, one: name }).many;
}
