import matter from "gray-matter";
import type { Diagnostics, Location } from "../../shared/diagnostics.ts";
import { DataPlaces, type ParsedBlock } from "../data-document.ts";
import { createMapping, isMapping, type Mapping } from "../data-values.ts";
import type { SourceText } from "../source-text.ts";
import { parseToml } from "../toml.ts";
import { reportUnusableTexts } from "../unusable-texts.ts";
import { parseYaml } from "../yaml.ts";
import { readHeaderLines, readTitleList } from "./header-lines.ts";

export interface ParsedMapping {
  /** null if it cannot be read (reported). */
  readonly data: Mapping | null;
  readonly places: DataPlaces;
}

export interface FrontMatter extends ParsedMapping {
  readonly body: string;
  /** Line of the file where `body` begins, from 1. */
  readonly bodyLine: number;
}

/**
 * Parsers by the name after the opening delimiter, as in `---json`. JSON is parsed as YAML, so that
 * messages have places.
 */
const PARSERS: ReadonlyMap<string, typeof parseYaml> = new Map([
  ["yaml", parseYaml],
  ["yml", parseYaml],
  ["json", parseYaml],
  ["toml", parseToml],
]);

/**
 * gray-matter would evaluate code. Files with code are rejected earlier; these engines are a second
 * safeguard.
 */
const REFUSED = {
  parse(): never {
    throw new Error("front matter in code is never run");
  },
};

/**
 * Splits a Markdown file into front matter and body: YAML between `---`, TOML between `+++`, or
 * yaml, toml and json by name (`---toml`). Code (`---js`) is never run. gray-matter does the
 * splitting, but cases that it accepts silently are errors here: a missing or malformed closing
 * line, an unknown language, and front matter that is not at the start. Without a first delimiter,
 * two forms are accepted: YAML up to a line `---`, as in Hexo, and the header lines of Pelican and
 * MultiMarkdown.
 */
export function splitFrontMatter(source: SourceText, diagnostics: Diagnostics): FrontMatter {
  const { text } = source;
  const delimiter = text.startsWith("+++") ? "+++" : "---";
  const opening = /^(?:---|\+\+\+)([^\n]*)/.exec(text);
  if (opening === null || opening[1]?.startsWith(delimiter.charAt(0))) return withoutFrontMatter(source, diagnostics);
  const name = (opening[1] ?? "").trim().toLowerCase();
  const language = name || (delimiter === "+++" ? "toml" : "yaml");
  const parse = PARSERS.get(language);
  if (parse === undefined) {
    reportLanguage(name, source.locate(0, opening[0].length), diagnostics);
    return unreadable(source);
  }
  const end = findClosing(source, delimiter, diagnostics);
  if (end === null) return unreadable(source);
  const base = name === "" ? delimiter.length : opening[0].length;
  let parsed: ParsedBlock = { places: DataPlaces.atStart(source), value: null };
  const engine = {
    parse(block: string): object {
      // The text is copied through bytes, because values are slices of it and would keep the whole
      // file in memory.
      parsed = parse({ source, text: Buffer.from(block).toString(), base }, diagnostics);
      return {};
    },
  };
  // Without options, gray-matter would cache every file forever.
  const engines = { yaml: engine, json: engine, toml: engine, javascript: REFUSED, coffee: REFUSED };
  // Only the head is passed, because gray-matter uses its input as a cache key, which costs 40 µs
  // for 10 KB.
  matter(text.slice(0, end), { delimiters: delimiter, language, engines });
  const bodyStart = text.startsWith("\n", end) ? end + 1 : end;
  return { ...toMapping(parsed, diagnostics), body: text.slice(bodyStart), bodyLine: source.lineAt(bodyStart) };
}

function reportLanguage(name: string, at: Location, diagnostics: Diagnostics): void {
  const isCode = /^(?:js|javascript|coffee|coffeescript|cson|ts|typescript)$/.test(name);
  diagnostics.error(at, {
    code: "front-matter",
    message: isCode ? `front matter in ${name} is code, which is never run` : `front matter in ${JSON.stringify(name)} is not supported`,
    hint: "write YAML between --- and ---, or TOML between +++ and +++",
  });
}

/**
 * Matches YAML keys from the first line on, with lists and blank lines, up to a line `---`. The
 * first key is a title, a date or similar.
 */
const BARE_YAML =
  /^(?=(?:title|date|layout|slug|tags|categories):)((?:[A-Za-z][\w-]*:[^\n]*\n|[ \t]+[^\n]*\n|- [^\n]*\n|#[^\n]*\n|\n)+)-{3,}[ \t]*(?:\n|$)/;

/**
 * Matches text that looks like front matter but is not: `---` after a blank line or a space,
 * `----`, a code block, or keys without an opening line.
 */
const LOOKALIKE =
  /^\s*(?:(?:-{3,}|\+{3,}|;{3}|`{3}\w*)[ \t]*\n\s*)?(?:title|headline|date|publishedAt|layout|draft|slug|tags|image|status)[ \t]*[:=]/i;

function withoutFrontMatter(source: SourceText, diagnostics: Diagnostics): FrontMatter {
  const { text } = source;
  const bare = BARE_YAML.exec(text);
  if (bare !== null) {
    const [whole, block = ""] = bare;
    const parsed = parseYaml({ source, text: block, base: 0 }, diagnostics);
    return { ...toMapping(parsed, diagnostics), body: text.slice(whole.length), bodyLine: source.lineAt(whole.length) };
  }
  const header = readHeaderLines(source) ?? readTitleList(source);
  if (header !== null) return header;
  if (!LOOKALIKE.test(text)) return { data: createMapping(), places: DataPlaces.atStart(source), body: text, bodyLine: 1 };
  const isBare = /^\s*[a-z]/i.test(text);
  diagnostics.error(source.locate(text.search(/\S/), text.length), {
    code: "front-matter",
    message: "this looks like front matter, but front matter must start on the first line",
    hint: `begin the file with a line of ---, without anything before it, and end the front matter with another${isBare ? "; Pelican and MultiMarkdown need neither" : ""}`,
  });
  return unreadable(source);
}

/**
 * Checks that a document is a mapping. An empty one (a file of comments) counts as an empty
 * mapping.
 */
export function toMapping(block: ParsedBlock, diagnostics: Diagnostics): ParsedMapping {
  const { value, places } = block;
  reportUnusableTexts(block, diagnostics);
  if (value === undefined) return { data: null, places };
  if (value === null || isMapping(value)) return { data: value ?? createMapping(), places };
  const noSpace = typeof value === "string" && /^[\w-]+:\S/.test(value);
  diagnostics.error(places.whole(), {
    code: "front-matter",
    message: `${Array.isArray(value) ? "a list" : "text"} where keys and values should be`,
    hint: noSpace ? "write a space after the colon" : "want keys and values, one per line: title: A heron",
  });
  return { data: null, places };
}

function unreadable(source: SourceText): FrontMatter {
  return { data: null, places: DataPlaces.atStart(source), body: "", bodyLine: 1 };
}

/**
 * End of the closing delimiter. Returns null if no line begins with the delimiter, or if the first
 * such line contains anything else (reported).
 */
function findClosing(source: SourceText, delimiter: string, diagnostics: Diagnostics): number | null {
  const hint = `write ${delimiter} on a line of its own after the last key`;
  const at = source.text.indexOf(`\n${delimiter}`) + 1;
  if (at === 0) {
    diagnostics.error(source.locate(0, 3), { code: "front-matter", message: "the front matter that begins here is not closed", hint });
    return null;
  }
  const newline = source.text.indexOf("\n", at);
  const line = source.text.slice(at, newline === -1 ? undefined : newline);
  if (line.trim() === delimiter) return at + delimiter.length;
  const message = `this line begins with ${delimiter} but does not end the front matter`;
  diagnostics.error(source.locate(at, at + line.length), { code: "front-matter", message, hint });
  return null;
}
