import type { Plugin } from "rolldown";

/** Methods that change an index, or read or write one in MiniSearch's own form; search/read/engine.ts fills the index by itself. */
const UNUSED = [
  ...["add", "addAll", "addAllAsync", "addTerm", "addDocumentId", "addFieldLength", "saveStoredFields"],
  ...["remove", "removeAll", "removeFieldLength", "discard", "discardAll", "replace"],
  ...["vacuum", "maybeAutoVacuum", "conditionalVacuum", "performVacuuming", "vacuumConditionsMet"],
  ...["loadJSON", "loadJSONAsync", "loadJS", "loadJSAsync", "instantiateMiniSearch", "toJSON", "autoSuggest", "getDefault"],
  ...["isVacuuming", "dirtCount", "dirtFactor", "getStoredFields", "termCount"],
];

/**
 * Leaves out of MiniSearch, which a bundler can only take as a whole, what nobody calls who searches alone: a third of it, which each browser would load and
 * each start of an edge function would read.
 * @throws Error, as the bundler reports it, where MiniSearch is written otherwise than in the version that package.json names
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
  // Methods of a class at the top level, and what ends them, are indented by four spaces, all within them by more.
  const parts = code.split(new RegExp(`^ {4}(?:static |get )?(?:async )?${name}\\(.*\\{\\n(?:(?: {8}.*)?\\n)*? {4}\\}\\n`, "m"));
  if (parts.length !== 2)
    throw new Error(`MiniSearch has no method ${name} that could be left out; see scripts/pack/minisearch-reading.ts`);
  return parts.join("");
}
