/**
 * Writes a word into a file's front matter and leaves every other byte unchanged. Callers read the
 * result again, so an unsupported form is refused and never damaged.
 */

interface Block {
  /** Everything up to the first line of the front matter. */
  readonly before: string;
  readonly front: string;
  readonly after: string;
  readonly newline: string;
  readonly language: Language;
}

type Language = "yaml" | "toml" | "json";
/** Changes the front matter; null if its form is not supported. */
type Change = (block: Block) => string | null;

const LANGUAGES: Readonly<Record<string, Language>> = {
  "---": "yaml",
  "---yaml": "yaml",
  "---yml": "yaml",
  "---json": "json",
  "---toml": "toml",
  "+++": "toml",
  "+++toml": "toml",
};

/**
 * The text with `key: word`, which replaces an existing word; null if the form is not supported.
 */
export function setWord(text: string, key: string, word: string): string | null {
  return changeFront(text, (block) => replaceWord(block, key, word) ?? addWord(block, key, word)) ?? addFront(text, key, word);
}

/** The text without the key; null if the form is not supported. */
export function removeWord(text: string, key: string): string | null {
  return changeFront(text, (block) => {
    const { front, language } = block;
    if (language === "json") {
      const member = `${quotedName(key)}\\s*:\\s*"[^"]*"`;
      return changed(front, new RegExp(`,\\s*${member}`), "") ?? changed(front, new RegExp(`${member}\\s*,?[^\\S\\r\\n]*`), "");
    }
    return changeTop(block, (top) => changed(top, new RegExp(`^${lineStart(key, language)}[^\\r\\n]*(?:\\r\\n?|\\n|$)`, "m"), ""));
  });
}

function changeFront(text: string, change: Change): string | null {
  const block = splitBlock(text);
  const front = block === null ? null : change(block);
  return block === null || front === null ? null : block.before + front + block.after;
}

function splitBlock(text: string): Block | null {
  const opening = /^(\uFEFF?)((?:---|\+\+\+)[^\r\n]*)(\r\n?|\n)/.exec(text);
  if (opening === null) return splitBareYaml(text);
  const [before, , fence = "", newline = "\n"] = opening;
  const language = LANGUAGES[fence.replaceAll(/\s/g, "").toLowerCase()];
  const closing = new RegExp(`^${fence.startsWith("+") ? "\\+\\+\\+" : "---"}`, "m").exec(text.slice(before.length));
  if (language === undefined || closing === null) return null;
  const end = before.length + closing.index;
  return { before, front: text.slice(before.length, end), after: text.slice(end), newline, language };
}

/** YAML that ends with a line `---` but does not begin with one, as in Hexo. */
function splitBareYaml(text: string): Block | null {
  const found = /^[A-Za-z][\w-]*:[^\r\n]*(\r\n?|\n)(?:[^\r\n]*(?:\r\n?|\n))*?(?=-{3,}[ \t]*$)/m.exec(text);
  if (found === null || found.index !== 0) return null;
  const [front, newline = "\n"] = found;
  return { before: "", front, after: text.slice(front.length), newline, language: "yaml" };
}

function replaceWord(block: Block, key: string, word: string): string | null {
  if (block.language === "json")
    return changed(block.front, new RegExp(`(${quotedName(key)}\\s*:\\s*)(?:"[^"]*"|[^\\s,}]+)`), `$1"${word}"`);
  const quote = block.language === "toml" ? '"' : "";
  const value = `(?:"[^"\\r\\n]*"|'[^'\\r\\n]*'|[^\\s#]*)`;
  return changeTop(block, (top) =>
    changed(top, new RegExp(`^(${lineStart(key, block.language)})[ \\t]*${value}`, "m"), `$1 ${quote}${word}${quote}`),
  );
}

function addWord({ front, newline, language }: Block, key: string, word: string): string | null {
  if (language === "yaml") return `${front}${key}: ${word}${newline}`;
  // Placed later, it would belong to a table.
  if (language === "toml") return `${key} = "${word}"${newline}${front}`;
  const end = front.lastIndexOf("}");
  if (end === -1) return null;
  const members = front.slice(0, end).trimEnd();
  const [, indent = " "] = /((?:\r\n?|\n)[ \t]*)"/.exec(front) ?? [];
  return `${members}${members.endsWith("{") ? "" : ","}${indent}"${key}": "${word}"${front.slice(members.length)}`;
}

/** Front matter for a text without any. */
function addFront(text: string, key: string, word: string): string | null {
  const [, mark = ""] = /^(\uFEFF?)/.exec(text) ?? [];
  const body = text.slice(mark.length);
  if (/^(?:---|\+\+\+)/.test(body) || splitBlock(text) !== null) return null;
  const newline = /\r\n?|\n/.exec(body)?.[0] ?? "\n";
  return `${mark}---${newline}${key}: ${word}${newline}---${newline}${newline}${body}`;
}

/** Changes only the keys at the top level: in TOML, the keys before the first table. */
function changeTop({ front, language }: Block, change: (top: string) => string | null): string | null {
  const at = language === "toml" ? front.search(/^[ \t]*\[/m) : -1;
  const top = at === -1 ? front : front.slice(0, at);
  const result = change(top);
  return result === null ? null : result + front.slice(top.length);
}

function lineStart(key: string, language: Language): string {
  return `["']?${escapePattern(key)}["']?[ \\t]*${language === "toml" ? "=" : ":"}`;
}

function quotedName(key: string): string {
  return `"${escapePattern(key)}"`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Returns null if nothing matches. */
function changed(text: string, pattern: RegExp, replacement: string): string | null {
  return pattern.test(text) ? text.replace(pattern, replacement) : null;
}
