import type { RootContent } from "hast";
import { escapeText } from "../../markdown/to-html.ts";
import { type CodeLines, toLineTag } from "./code-lines.ts";

/**
 * Real code is nested less. Readers of the HTML reject elements nested more than 150 levels deep.
 */
const DEPTH_MAX = 50;

/**
 * The HTML of highlighted code.
 * @param lines if not null, each line is an element that ends with its line break
 * @returns null if the code is nested too deeply
 */
export function writeCode(nodes: readonly RootContent[], lines: CodeLines | null): string | null {
  const writer = new CodeWriter(lines);
  return writer.write(nodes) ? writer.end() : null;
}

class CodeWriter {
  #out = "";
  #line = 0;
  #isInLine = false;
  /** Start tags of the elements around the next text. */
  readonly #tags: string[] = [];
  /** Number of those tags that are open in the output. A line break closes all of them. */
  #openCount = 0;
  readonly #lines: CodeLines | null;

  constructor(lines: CodeLines | null) {
    this.#lines = lines;
  }

  /** false if the nodes are nested too deeply. */
  write(nodes: readonly RootContent[]): boolean {
    if (this.#tags.length > DEPTH_MAX) return false;
    return nodes.every((node) => {
      if (node.type === "text") this.#text(node.value);
      if (node.type !== "element") return true;
      const { className } = node.properties;
      this.#tags.push(`<span class="${Array.isArray(className) ? className.join(" ") : ""}">`);
      const isShallow = this.write(node.children);
      this.#tags.pop();
      if (this.#openCount > this.#tags.length) {
        this.#out += "</span>";
        this.#openCount -= 1;
      }
      return isShallow;
    });
  }

  end(): string {
    this.#endLine();
    return this.#out;
  }

  #text(value: string): void {
    if (this.#lines === null) this.#append(value);
    else
      for (const [part] of value.matchAll(/[^\n]*\n|[^\n]+/g)) {
        this.#append(part);
        if (part.endsWith("\n")) this.#endLine();
      }
  }

  #append(text: string): void {
    if (this.#lines !== null && !this.#isInLine) {
      this.#line += 1;
      this.#isInLine = true;
      this.#out += toLineTag(this.#lines, this.#line);
    }
    this.#out += this.#tags.slice(this.#openCount).join("") + escapeText(text);
    this.#openCount = this.#tags.length;
  }

  #endLine(): void {
    if (!this.#isInLine) return;
    this.#out += "</span>".repeat(this.#openCount + 1);
    this.#openCount = 0;
    this.#isInLine = false;
  }
}
