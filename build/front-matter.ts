import matter from "gray-matter";
import { type DataNode, EMPTY_MAP, type MapNode } from "./data-node.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { type FrontMatter, splitPlainFrontMatter } from "./plain-front-matter.ts";
import type { SourceText } from "./source-text.ts";
import { parseToml } from "./toml.ts";
import { parseYaml } from "./yaml.ts";

type Format = "yaml" | "toml" | "json";

/** Names after the opening delimiter, as in `---json`. */
const FORMATS: Readonly<Record<string, Format>> = { yaml: "yaml", yml: "yaml", toml: "toml", json: "json" };

/**
 * Splits a Markdown file into front matter and body: YAML between `---`, TOML between `+++`, any of yaml, toml and json
 * by name (`---toml`). gray-matter finds the parts; its engines are replaced by ones that keep positions, and code
 * (`---js`) is never run.
 */
export function splitFrontMatter(source: SourceText, diagnostics: Diagnostics): FrontMatter {
  const plain = splitPlainFrontMatter(source);
  if (plain !== null) return plain;
  const { text } = source;
  const delimiter = text.startsWith("+++") ? "+++" : "---";
  const opening = /^(?:---|\+\+\+)([^\n]*)/.exec(text);
  if (opening === null || opening[1]?.startsWith(delimiter.charAt(0))) return withoutFrontMatter(source, diagnostics);
  const name = (opening[1] ?? "").trim().toLowerCase();
  const format = name === "" ? (delimiter === "+++" ? "toml" : "yaml") : FORMATS[name];
  if (format === undefined) {
    const code = /^(?:js|javascript|coffee|coffeescript|cson|ts|typescript)$/.test(name);
    const message = code ? `front matter in ${name} is code, which is never run` : `front matter in ${JSON.stringify(name)} is not known`;
    diagnostics.error(source.locate(0, opening[0].length), {
      code: "front-matter",
      message,
      hint: "write YAML between --- and ---, or TOML between +++ and +++",
    });
    return { data: null, body: "", bodyLine: 1 };
  }
  const closing = findClosing(source, delimiter, diagnostics);
  if (closing === null) return { data: null, body: "", bodyLine: 1 };
  const from = opening[0].length;
  const bodyStart = text.startsWith("\n", closing) ? closing + 1 : closing;
  // gray-matter hands each engine the text after the opening line's words.
  let data: DataNode | null = EMPTY_MAP;
  const engine = {
    parse: (block: string): object => {
      data = parseFormat(format, source, from, from + block.length, diagnostics);
      return {};
    },
  };
  const options = {
    language: delimiter === "+++" ? "toml" : "yaml",
    delimiters: delimiter,
    engines: { yaml: engine, toml: engine, json: engine, javascript: NEVER, coffee: NEVER },
  };
  // Not the body: gray-matter copies all that it is given.
  matter(text.slice(0, closing), options);
  return { data: asMapping(data, source, from, diagnostics), body: text.slice(bodyStart), bodyLine: source.lineAt(bodyStart) };
}

/** Begins like front matter and is none: `---` behind a blank line or a space, `----`, a block of code, no line before the keys at all. */
const LOOKALIKE =
  /^\s*(?:(?:-{3,}|\+{3,}|;{3}|`{3}\w*)[ \t]*\n\s*)?(?:title|headline|date|publishedAt|layout|draft|slug|tags|image|status)[ \t]*[:=]/i;

function withoutFrontMatter(source: SourceText, diagnostics: Diagnostics): FrontMatter {
  const { text } = source;
  if (!LOOKALIKE.test(text)) return { data: EMPTY_MAP, body: text, bodyLine: 1 };
  const start = text.search(/\S/);
  diagnostics.error(source.locate(start, text.indexOf("\n", start) === -1 ? text.length : text.indexOf("\n", start)), {
    code: "front-matter",
    message: "this looks like front matter, but stands where it is taken for text",
    hint: "begin the file with a line --- and nothing before it, and end the front matter with another",
  });
  return { data: null, body: "", bodyLine: 1 };
}

/** Checks that a document is a mapping. Nothing (a file of comments) is an empty one; null stays null. */
export function asMapping(node: DataNode | null, source: SourceText, from: number, diagnostics: Diagnostics): MapNode | null {
  if (node === null) return null;
  if (node.kind === "map") return node;
  const what = node.kind === "list" ? "a list" : "a text";
  const noSpace = node.kind === "scalar" && typeof node.value === "string" && /^[\w-]+:\S/.test(node.value);
  const hint = noSpace ? "write a space after the colon" : "want keys and values, a line each: title: A heron";
  diagnostics.error(source.locate(Math.max(node.start, from), node.end), {
    code: "front-matter",
    message: `${what} where keys and values should be`,
    hint,
  });
  return null;
}

const NEVER = {
  parse: (): object => {
    throw new Error("code in front matter is never run");
  },
};

/** Where the delimiter at the end ends. gray-matter takes the first line that begins with it, or the end of the file, for the end. */
function findClosing(source: SourceText, delimiter: string, diagnostics: Diagnostics): number | null {
  const hint = `write ${delimiter} on a line of its own after the last key`;
  const at = source.text.indexOf(`\n${delimiter}`) + 1;
  if (at === 0) {
    diagnostics.error(source.locate(0, 3), { code: "front-matter", message: "the front matter that begins here has no end", hint });
    return null;
  }
  const newline = source.text.indexOf("\n", at);
  const line = source.text.slice(at, newline === -1 ? undefined : newline);
  if (line.trim() === delimiter) return at + delimiter.length;
  diagnostics.error(source.locate(at, at + line.length), {
    code: "front-matter",
    message: `this line begins with ${delimiter} but does not end the front matter`,
    hint,
  });
  return null;
}

function parseFormat(format: Format, source: SourceText, from: number, to: number, diagnostics: Diagnostics): DataNode | null {
  if (format === "toml") return parseToml(source, from, to, diagnostics);
  // JSON is YAML, and its messages then have places too.
  return parseYaml(source, from, to, diagnostics);
}
