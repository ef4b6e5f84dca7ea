import type { Plugin } from "rolldown";

/**
 * Methods that change an index or use MiniSearch's own serialization. search/read/engine.ts fills
 * the index itself.
 */
const UNUSED = [
  ...["add", "addAll", "addAllAsync", "addTerm", "addDocumentId", "addFieldLength", "saveStoredFields"],
  ...["remove", "removeAll", "removeFieldLength", "discard", "discardAll", "replace"],
  ...["vacuum", "maybeAutoVacuum", "conditionalVacuum", "performVacuuming", "vacuumConditionsMet"],
  ...["loadJSON", "loadJSONAsync", "loadJS", "loadJSAsync", "instantiateMiniSearch", "toJSON", "autoSuggest", "getDefault"],
  ...["isVacuuming", "dirtCount", "dirtFactor", "getStoredFields", "termCount", "documentCount"],
  // Methods of the map of terms.
  ...["clear", "forEach", "keys", "values", "size", "update", "from", "fromObject"],
  // Only called by UNUSED_STATEMENTS.
  ...["removeTerm", "warnDocumentChanged", "delete", "fetch", "executeWildcardQuery"],
];

/** Statements that need those methods, by what they are for. */
const UNUSED_STATEMENTS: Readonly<Record<string, RegExp>> = {
  /**
   * The branch of a search for postings of removed documents. search/read/engine.ts only adds
   * postings of existing documents.
   */
  "removal of documents": / {16}if \(!this\._documentIds\.has\(docId\)\) \{\n(?: {20}.*\n)+ {16}\}\n/,
  /** toMiniSearchQuery never asks for all documents. */
  "search for all documents": / {8}if \(query === MiniSearch\.wildcard\) \{\n(?: {12}.*\n)+ {8}\}\n/,
  "default of vacuuming": / {8}const autoVacuum = .*\n/,
  "option of vacuuming": / {12}autoVacuum,\n/,
  "state of vacuuming": / {8}this\._dirtCount = 0;\n(?: {8}this\._\w+Vacuum\w* = .*\n)+/,
};

/**
 * Removes the parts of MiniSearch that a search-only program never calls. They are a third of the
 * library. Bundlers can include it only as a whole, so every browser would load them, and every
 * edge function would parse them when it starts.
 * @throws Error, reported by the bundler, if MiniSearch's source differs from the version pinned in
 * package.json
 */
export function keepSearchOnly(): Plugin {
  return {
    name: "minisearch-reading",
    transform: {
      filter: { id: /[\\/]minisearch[\\/]dist[\\/]es[\\/]index\.js$/ },
      handler: (code) => {
        const rest = UNUSED.reduce(withoutMethod, code);
        return Object.entries(UNUSED_STATEMENTS).reduce((shorter, [name, pattern]) => without(shorter, pattern, name), rest);
      },
    },
  };
}

function withoutMethod(code: string, name: string): string {
  // Methods of a top-level class, and their closing braces, are indented by four spaces; everything
  // inside them by more.
  const method = new RegExp(`^ {4}(?:static |get )?(?:async )?${name}\\(.*\\{\\n(?:(?: {8}.*)?\\n)*? {4}\\}\\n`, "m");
  return without(code, method, `method ${name}`);
}

/** Removes the only match of a pattern. */
function without(code: string, pattern: RegExp, name: string): string {
  const parts = code.split(pattern);
  if (parts.length !== 2) throw new Error(`MiniSearch has no ${name} that could be left out; see scripts/pack/minisearch-reading.ts`);
  return parts.join("");
}
