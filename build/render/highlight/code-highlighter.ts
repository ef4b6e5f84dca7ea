import type { Element, Root, RootContent } from "hast";
import type { createLowlight } from "lowlight";
import { survey } from "../../markdown/walk.ts";
import { codeOf, languageOf } from "./code.ts";
import { type CodeLines, readCodeLines } from "./code-lines.ts";
import { CODE_LANGUAGES } from "./generated/code-languages.ts";
import { writeCode } from "./write-code.ts";

/**
 * Maximum characters of a highlighted block, about 900 lines. Some grammars take quadratic time for
 * text that is not code: half a minute for 100,000 characters.
 */
const LENGTH_MAX = 30_000;
/** Maximum characters of highlighted blocks in memory. */
const MEMORY_MAX = 16_000_000;

type Lowlight = ReturnType<typeof createLowlight>;
/** Highlights code in one language. */
type Grammar = (code: string) => readonly RootContent[];

/**
 * Highlights code blocks with the grammars of highlight.js. It caches blocks by language, options
 * and text for the builds of one process, so that an edit to a post highlights only the blocks that
 * changed.
 */
export class CodeHighlighter {
  readonly #grammars = new Map<string, Promise<Grammar>>();
  /** HTML of blocks, the most recently used last. */
  readonly #blocks = new Map<string, string | null>();
  #size = 0;

  /**
   * Highlights the blocks of a tree that is about to be written. It inserts HTML, so no later step
   * may read the code's text. Blocks in unknown languages, blocks that a plugin has changed, long
   * blocks and formulas stay plain.
   */
  async apply(root: Root): Promise<void> {
    for (const pre of survey(root).pres) {
      const code = codeOf(pre);
      const [text, ...others] = code?.children ?? [];
      if (code === null || text?.type !== "text" || others.length > 0) continue;
      await this.#colour(pre, code, text.value);
    }
  }

  async #colour(pre: Element, code: Element, text: string): Promise<void> {
    const written = languageOf(code) ?? languageOf(pre);
    const language = text.length > LENGTH_MAX ? null : findLanguage(written);
    const lines = written === "math" ? null : readCodeLines(pre);
    if (language === null && lines === null) return;
    const key = JSON.stringify([language, lines, text]);
    const cached = this.#blocks.get(key);
    const html = cached === undefined ? await this.#write(language, text, lines) : cached;
    this.#remember(key, html);
    if (html === null) return;
    code.children = [{ type: "raw", value: html }];
    if (language !== null) code.properties.className = [...classesOf(code), "hljs"];
  }

  /** null if the code cannot be highlighted, which is not a mistake. */
  async #write(language: string | null, text: string, lines: CodeLines | null): Promise<string | null> {
    if (language === null) return writeCode([{ type: "text", value: text }], lines);
    const loaded = this.#grammars.get(language) ?? loadGrammar(language);
    this.#grammars.set(language, loaded);
    const grammar = await loaded;
    try {
      return writeCode(grammar(text), lines);
    } catch {
      return null;
    }
  }

  #remember(key: string, html: string | null): void {
    const size = key.length + (html?.length ?? 0);
    if (!this.#blocks.delete(key)) this.#size += size;
    this.#blocks.set(key, html);
    for (const [oldest, old] of this.#blocks) {
      if (this.#size <= MEMORY_MAX) break;
      this.#blocks.delete(oldest);
      this.#size -= oldest.length + (old?.length ?? 0);
    }
  }
}

/** Grammars by all their names. If two have the same name, the first is used. */
const BY_NAME: ReadonlyMap<string, string> = new Map(
  CODE_LANGUAGES.flatMap(([names]) => names.split(" ").map((name) => [name, names.split(" ")[0] ?? name] as const)).reverse(),
);
const ROWS = new Map(CODE_LANGUAGES.map((row) => [row[0].split(" ")[0], row]));

/** The name of a grammar; null if there is none. */
function findLanguage(written: string | null): string | null {
  return written === null ? null : (BY_NAME.get(written) ?? null);
}

/**
 * Loads a grammar with the grammars of languages inside it. Each gets its own instance, so that the
 * result does not depend on the other languages of a site.
 */
async function loadGrammar(language: string): Promise<Grammar> {
  const { createLowlight } = await import("lowlight");
  const lowlight: Lowlight = createLowlight();
  const register = async (name: string): Promise<void> => {
    const row = ROWS.get(name);
    if (row === undefined || lowlight.registered(name)) return;
    const [, embedded, load] = row;
    lowlight.register(name, (await load()).default);
    for (const inner of embedded.split(" ")) await register(inner);
  };
  await register(language);
  return (code) => lowlight.highlight(language, code).children;
}

function classesOf({ properties: { className } }: Element): readonly string[] {
  return Array.isArray(className) ? className.map(String) : [];
}
