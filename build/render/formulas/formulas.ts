import type { Element, Parents, RootContent } from "hast";
import type { KatexOptions, ParseError, TrustContext } from "katex";
import type { Places } from "../../markdown/source-places.ts";
import { replaceNodes } from "../../markdown/walk.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import { codeOf, languageOf } from "../highlight/code.ts";

/** Maximum number of formulas in memory. Most are short, and documents repeat them. */
const MEMORY_MAX = 10_000;

/** With `strict: "ignore"`, KaTeX does not print warnings about unusual TeX to the console. */
const OPTIONS: KatexOptions = { output: "mathml", throwOnError: true, strict: "ignore" };

/** The text of a document, and its place. */
interface FormulaSource {
  readonly markdown: string;
  readonly places: Places;
}

type Katex = typeof import("katex")["default"];

interface Formula {
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** Turns formulas into MathML, and caches the results. */
export class Formulas {
  readonly #katex: Katex;
  /** By `isDisplay` and TeX. */
  readonly #cached = new Map<string, string | ParseError>();

  private constructor(katex: Katex) {
    this.#katex = katex;
  }

  /**
   * Rejects commands that insert links or HTML. By default, KaTeX would show their names in red.
   */
  readonly #refuse = ({ command }: TrustContext): never => {
    throw new this.#katex.ParseError(`${command} is not allowed, because formulas must not contain addresses or HTML`);
  };

  static async load(): Promise<Formulas> {
    return new Formulas((await import("katex")).default);
  }

  /**
   * Reports mistakes in formulas. The tree must come straight from the parser, because positions of
   * nodes are needed.
   */
  check(tree: Parents, { markdown, places }: FormulaSource, diagnostics: Diagnostics): void {
    for (const { formula, node } of findFormulas(tree)) {
      const result = this.#render(formula);
      if (typeof result === "string") continue;
      const start = node.position?.start.offset;
      const end = node.position?.end.offset;
      const inside = start === undefined ? -1 : markdown.slice(start, end).indexOf(formula.tex);
      const at = inside < 0 || start === undefined ? null : start + inside + (result.position ?? 0);
      diagnostics.error(at === null ? places.at(node.position) : places.inText(at, at + Math.max(1, result.length ?? 1)), {
        code: "formula",
        message: `KaTeX cannot read this formula: ${result.rawMessage}`,
        hint: "fix the formula; for a literal dollar sign, write \\$",
      });
    }
  }

  /**
   * Replaces the formulas of a finished tree. This inserts raw HTML, so no later step may read
   * their text. Formulas on lines of their own can be focused, because wide ones scroll.
   */
  apply(tree: Parents): void {
    replaceNodes(tree, (node) => {
      const formula = toFormula(node);
      const html = formula === null ? null : this.#render(formula);
      if (formula === null || typeof html !== "string") return null;
      return [{ type: "raw", value: formula.isDisplay ? `<div class="formula" tabindex="0">${html}</div>` : html }];
    });
  }

  #render(formula: Formula): string | ParseError {
    // The key begins with a word, because `$` and `$$` could not be distinguished from dollar signs
    // in the formula.
    const key = `${formula.isDisplay ? "block" : "inline"} ${formula.tex}`;
    const cached = this.#cached.get(key);
    if (cached !== undefined) return cached;
    if (this.#cached.size >= MEMORY_MAX) this.#cached.clear();
    const result = this.#renderNew(formula);
    this.#cached.set(key, result);
    return result;
  }

  #renderNew({ tex, isDisplay }: Formula): string | ParseError {
    try {
      return this.#katex.renderToString(tex, { ...OPTIONS, displayMode: isDisplay, trust: this.#refuse });
    } catch (error) {
      if (error instanceof this.#katex.ParseError) return error;
      throw error;
    }
  }
}

function* findFormulas(parent: Parents): Generator<{ readonly formula: Formula; readonly node: Element }, void, undefined> {
  for (const node of parent.children) {
    if (node.type !== "element") continue;
    const formula = toFormula(node);
    if (formula === null) yield* findFormulas(node);
    else yield { formula, node };
  }
}

/**
 * The formula in a `<code class="language-math">`, or in a `<pre>` around one; null if the node is
 * not a formula.
 */
function toFormula(node: RootContent): Formula | null {
  if (node.type !== "element") return null;
  const code = node.tagName === "pre" ? codeOf(node) : node.tagName === "code" ? node : null;
  if (code === null || languageOf(code) !== "math") return null;
  const [text, ...others] = code.children;
  if (text?.type !== "text" || others.length > 0 || text.value.trim() === "") return null;
  return { tex: text.value, isDisplay: node.tagName === "pre" };
}
