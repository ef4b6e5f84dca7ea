import type { Plugin } from "rolldown";

/**
 * Methods that change an index or use MiniSearch's own serialisation. search/read/engine.ts fills
 * the index itself.
 */
const UNUSED = [
  ...["add", "addAll", "addAllAsync", "addTerm", "addDocumentId", "addFieldLength", "saveStoredFields"],
  ...["remove", "removeAll", "removeFieldLength", "discard", "discardAll", "replace"],
  ...["vacuum", "maybeAutoVacuum", "conditionalVacuum", "performVacuuming", "vacuumConditionsMet"],
  ...["loadJSON", "loadJSONAsync", "loadJS", "loadJSAsync", "instantiateMiniSearch", "toJSON", "autoSuggest", "getDefault"],
  ...["isVacuuming", "dirtCount", "dirtFactor", "getStoredFields", "termCount"],
];

/**
 * Removes the parts of MiniSearch that a search-only program never calls. That is a third of a
 * library which bundlers can only include whole, and which every browser would load and every start
 * of an edge function would parse.
 * @throws Error, reported by the bundler, if MiniSearch's source differs from the version pinned in
 * package.json
 */
export function keepSearchingAlone(): Plugin {
  return {
    name: "minisearch-reading",
    transform: {
      filter: { id: /[\\/]minisearch[\\/]dist[\\/]es[\\/]index\.js$/ },
      handler: (code) => UNUSED.reduce(withoutMethod, code),
    },
  };
}

function withoutMethod(code: string, name: string): string {
  // Methods of a top-level class, and their closing braces, are indented by four spaces; everything
  // inside them by more.
  const parts = code.split(new RegExp(`^ {4}(?:static |get )?(?:async )?${name}\\(.*\\{\\n(?:(?: {8}.*)?\\n)*? {4}\\}\\n`, "m"));
  if (parts.length !== 2)
    throw new Error(`MiniSearch has no method ${name} that could be left out; see scripts/pack/minisearch-reading.ts`);
  return parts.join("");
}
