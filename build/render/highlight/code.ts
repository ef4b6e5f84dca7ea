import type { Element, ElementContent } from "hast";
import { compareText } from "../../shared/diagnostics.ts";

export interface CodeFacts {
  /**
   * Whether there is a code block: fenced, indented or `<pre><code>`. Inline code does not count.
   */
  readonly hasCode: boolean;
  /** Names that the author wrote, in lower case, sorted, without duplicates. */
  readonly codeLanguages: readonly string[];
}

/** Examines the `<pre>` blocks of a tree without raw nodes. */
export function findCode(pres: readonly Element[]): CodeFacts {
  let hasCode = false;
  const languages = new Set<string>();
  for (const element of pres) {
    const code = codeOf(element);
    if (code === null) continue;
    const language = languageOf(code) ?? languageOf(element);
    // A formula is not code, although Markdown has no other form for it.
    if (language === "math") continue;
    hasCode = true;
    if (language !== null) languages.add(language);
  }
  return { hasCode, codeLanguages: sortLanguages(languages) };
}

function sortLanguages(languages: ReadonlySet<string>): string[] {
  return [...languages].sort(compareText);
}

/** The first `<code>` in a `<pre>`, at any depth, or null. */
export function codeOf(pre: Element): Element | null {
  const search = (nodes: readonly ElementContent[]): Element | null => {
    for (const node of nodes) {
      if (node.type !== "element") continue;
      const found = node.tagName === "code" ? node : search(node.children);
      if (found !== null) return found;
    }
    return null;
  };
  return search(pre.children);
}

/** The language in the class of a `<pre>` or its `<code>`, in lower case; null if there is none. */
export function languageOf({ properties: { className } }: Element): string | null {
  return Array.isArray(className) ? languageOfClasses(className) : null;
}

/** The language in the first class of the form `language-x`. */
function languageOfClasses(classes: readonly (string | number)[]): string | null {
  for (const name of classes) {
    const match = /^lang(?:uage)?-(.+)$/.exec(String(name));
    if (match?.[1] !== undefined) return toLanguage(match[1]);
  }
  return null;
}

/**
 * The language in the first word of an info string. Tools append their own options, which are not
 * part of the name: `js{1,3}` (Gatsby), `rust,ignore` (rustdoc), `ts:title=a.ts`, `{r}` and
 * `{.python}` (R Markdown, Pandoc).
 */
function toLanguage(word: string): string | null {
  const name = /^\{?\.?([^\s{},:]+)/.exec(word)?.[1];
  return name === undefined ? null : name.toLowerCase();
}
