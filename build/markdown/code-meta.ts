import type { Element } from "hast";

/**
 * Matches `title="a.ts"`, `ins={2}`, `start=3`, `{1,3-5}`, `showLineNumbers`, or any other single
 * word.
 */
const DIRECTION = /(?:([A-Za-z][\w-]*)=)?(?:"([^"]*)"|'([^']*)'|\{([^}]*)\})|([A-Za-z][\w-]*)=(\S+)|(\S+)/g;
/** Matches a word that can be the name of an attribute. Names of footnotes are reserved. */
const NAME = /^(?!footnote)[a-z]+(?:[A-Z][a-z]*|-[a-z]+)*$/;
/** The property for braces without a name, which list lines. */
const LINES = "dataHighlight";
/** The property for everything that is not a directive. */
const REST = "dataMeta";

/**
 * Converts the options after the language of a code block to data attributes of its `<pre>`:
 * `title="a.ts" {1,3} showLineNumbers` becomes `data-title="a.ts"`, `data-highlight="1,3"` and
 * `data-show-line-numbers`. Everything else goes into `data-meta`, so that nothing is lost.
 */
export function markCodeMeta(pre: Element): void {
  const code = pre.children[0];
  if (code?.type !== "element" || code.tagName !== "code") return;
  const meta = code.data?.meta ?? "";
  const joined = takeJoinedLines(code);
  if (meta === "" && joined === "") return;
  const rest: string[] = [];
  const properties: Record<string, string> = joined === "" ? {} : { [LINES]: joined };
  for (const [whole, name, double, single, braces, named, value, word] of meta.matchAll(DIRECTION)) {
    const key = name ?? named ?? (word !== undefined && NAME.test(word) ? word : null);
    if (key !== null && NAME.test(key)) properties[toProperty(key)] = double ?? single ?? braces ?? value ?? "";
    else if (braces !== undefined && name === undefined) properties[LINES] = braces;
    else rest.push(whole);
  }
  if (rest.length > 0) properties[REST] = rest.join(" ");
  Object.assign(pre.properties, properties);
}

/** Removes lines written directly after the language, as in `js{1,3}`, from its name. */
function takeJoinedLines(code: Element): string {
  const { className } = code.properties;
  const [first] = Array.isArray(className) ? className : [];
  const match = /^(language-[^\s{]+)\{([\d,\s-]+)\}$/.exec(String(first ?? ""));
  if (match === null || !Array.isArray(className)) return "";
  code.properties.className = [match[1] ?? "", ...className.slice(1)];
  return match[2] ?? "";
}

/** The attribute's name in hast: `show-lines` and `showLines` become `dataShowLines`. */
function toProperty(name: string): string {
  return `data-${name}`.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
