import type { Root } from "hast";
import { markEmbeds } from "../markdown/embeds/embeds.ts";
import type { Phrases } from "../markdown/phrases.ts";
import type { Places } from "../markdown/source-places.ts";
import { survey } from "../markdown/walk.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import type { MarkdownSettings } from "../shared/resolved-config.ts";
import type { Formulas } from "./formulas/formulas.ts";
import { codeOf, languageOf } from "./highlight/code.ts";

/** A document as its parser has read it. */
interface ParsedDocument {
  readonly tree: Root;
  readonly markdown: string;
  readonly places: Places;
}

/** The language of code blocks that are diagrams. */
const DIAGRAM = "mermaid";

/**
 * The additions that `markdown.embeds`, `math` and `diagrams` make to documents. They change no
 * text.
 */
export class Additions {
  readonly #settings: Pick<MarkdownSettings, "embeds" | "math" | "diagrams">;
  #formulas: Promise<Formulas> | null = null;

  constructor(settings: Pick<MarkdownSettings, "embeds" | "math" | "diagrams">) {
    this.#settings = settings;
  }

  /** Reports mistakes in formulas. */
  async check({ tree, markdown, places }: ParsedDocument, diagnostics: Diagnostics): Promise<void> {
    if (this.#mayHaveFormulas(markdown)) (await this.#loadFormulas()).check(tree, { markdown, places }, diagnostics);
  }

  /** Changes a finished, sanitized tree. No later step may read the text of its formulas. */
  async apply(root: Root, markdown: string, phrases: Phrases): Promise<void> {
    if (this.#settings.embeds === true && markdown.includes("https://")) markEmbeds(root, phrases);
    if (this.#settings.diagrams === true && markdown.includes(DIAGRAM)) markDiagrams(root);
    if (this.#mayHaveFormulas(markdown)) (await this.#loadFormulas()).apply(root);
  }

  #mayHaveFormulas(markdown: string): boolean {
    return this.#settings.math === true && /[$]|math/.test(markdown);
  }

  /** Loads KaTeX for the first document that may have a formula. */
  #loadFormulas(): Promise<Formulas> {
    this.#formulas ??= import("./formulas/formulas.ts").then((module) => module.Formulas.load());
    return this.#formulas;
  }
}

/**
 * Marks the blocks that the page's script draws. Their text stays, for readers without JavaScript.
 */
function markDiagrams(root: Root): void {
  for (const pre of survey(root).pres) {
    const code = codeOf(pre);
    if (code !== null && (languageOf(code) ?? languageOf(pre)) === DIAGRAM) pre.properties.dataDiagram = "";
  }
}
