import type { Element, Nodes, Root } from "hast";
import { isMoreMarker } from "../markdown/more-marker.ts";
import { FOOTNOTES_HEADING_ID } from "../markdown/phrases.ts";
import { codeOf } from "./highlight/code.ts";
import { BREAK, roleOf, TextSink, UNHEARD } from "./text-sink.ts";

/**
 * The plain text of a tree: block elements are separated by "\n" and table cells by "\t", `<br>` is
 * "\n", and white space is collapsed except in `<pre>`. It omits footnote references, the heading
 * of the footnotes, alternative texts, ruby readings, scripts and styles. Raw nodes are ignored, so
 * parse them first.
 */
export function plainText(node: Nodes): string {
  return new TextWriter().write(node);
}

/** Like `plainText`; `prose` also omits `<pre>` blocks with code. */
export function textAndProse(node: Nodes): { readonly text: string; readonly prose: string } {
  const writer = new TextWriter();
  return { text: writer.write(node), prose: writer.prose() };
}

/** Like `plainText`, up to `<!-- more -->`; null if there is no marker. */
export function textBeforeMore(root: Root): string | null {
  const writer = new TextWriter(true);
  const text = writer.write(root);
  return writer.stopped ? text : null;
}

class TextWriter {
  stopped = false;
  readonly #sink = new TextSink();
  readonly #untilMore: boolean;

  /** @param untilMore stop at `<!-- more -->` */
  constructor(untilMore = false) {
    this.#untilMore = untilMore;
  }

  write(node: Nodes): string {
    this.#node(node, false);
    return this.#sink.text;
  }

  /** The text without code. */
  prose(): string {
    return this.#sink.prose();
  }

  #node(node: Nodes, preformatted: boolean): void {
    if (this.stopped) return;
    if (node.type === "text") {
      if (preformatted) this.#sink.writeVerbatim(node.value);
      else this.#sink.write(node.value);
    } else if (node.type === "element") this.#element(node, preformatted);
    else if (node.type === "root") this.#children(node.children, preformatted);
    else if (this.#untilMore && isMoreMarker(node)) this.stopped = true;
  }

  #children(nodes: readonly Nodes[], preformatted: boolean): void {
    for (const child of nodes) this.#node(child, preformatted);
  }

  #element(element: Element, preformatted: boolean): void {
    const { tagName } = element;
    const role = roleOf(tagName);
    if (role === UNHEARD || isFootnoteMark(element)) return;
    if (role === BREAK) {
      this.#sink.breakLine();
      return;
    }
    this.#sink.separate(role);
    if (tagName === "pre") {
      const start = this.#sink.text.length;
      this.#children(element.children, true);
      this.#sink.endPre(start, codeOf(element) !== null);
    } else this.#children(element.children, preformatted);
    this.#sink.separate(role);
  }
}

function isFootnoteMark({ properties }: Element): boolean {
  // Most elements have no properties.
  for (const name in properties) {
    const value = properties[name];
    if (
      name === "dataFootnoteRef" || name === "dataFootnoteBackref" ? value !== undefined : name === "id" && value === FOOTNOTES_HEADING_ID
    )
      return true;
  }
  return false;
}
