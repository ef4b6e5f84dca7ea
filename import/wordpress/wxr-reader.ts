import { XmlReader } from "../xml-reader.ts";

/**
 * Reads WXR, WordPress's export format: RSS with additional elements. Reads it in pieces, whatever
 * its size.
 */

/** Maximum nesting depth of elements; WordPress uses five levels. */
const DEPTH_MAX = 20;
/** Maximum number of characters of one post with all its data, and of one comment. */
const ITEM_MAX = 20_000_000;
const COMMENT_MAX = 1_000_000;
const AGAIN = "export it again in WordPress (Tools → Export → All content), and download it in full";

export interface WxrTerm {
  readonly domain: string;
  readonly name: string;
}

export interface WxrItem {
  /** By element: `title`, `wp:post_id`, `content:encoded`. */
  readonly fields: ReadonlyMap<string, string>;
  readonly terms: readonly WxrTerm[];
  readonly meta: ReadonlyMap<string, string>;
  readonly comments: number;
}

export type WxrRecord =
  | { readonly type: "channel"; readonly name: string; readonly text: string }
  | { readonly type: "author"; readonly fields: ReadonlyMap<string, string> }
  | { readonly type: "comment"; readonly fields: ReadonlyMap<string, string> }
  | { readonly type: "item"; readonly item: WxrItem };

/** An unfinished item. */
interface OpenItem {
  readonly fields: Map<string, string>;
  readonly terms: WxrTerm[];
  readonly meta: Map<string, string>;
  comments: number;
}

/** Reads the records of an export. Comments precede their post. */
export class WxrReader extends XmlReader<WxrRecord> {
  #text: string[] | null = null;
  #size = 0;
  #author: Map<string, string> | null = null;
  #item: OpenItem | null = null;
  #comment: Map<string, string> | null = null;
  #commentSize = 0;
  #domain = "";
  #metaKey = "";
  #isWxr = false;

  constructor(shown: string) {
    super({ shown, system: "WordPress", root: "rss", depthMax: DEPTH_MAX, again: AGAIN });
  }

  protected override end(): void {
    super.end();
    if (!this.#isWxr) throw this.mistake("this is RSS, but not a WordPress export: it has no wp:wxr_version", AGAIN);
  }

  protected override open(name: string, attributes: Readonly<Record<string, string>>): void {
    const { stack } = this;
    if (stack.length === 3) {
      this.#size = 0;
      if (name === "item") this.#item = { fields: new Map(), terms: [], meta: new Map(), comments: 0 };
      else if (name === "wp:author") this.#author = new Map();
      else this.#text = [];
    } else if (stack.length === 4 && (this.#item !== null || this.#author !== null)) {
      if (name === "wp:comment" && this.#item !== null) {
        this.#item.comments += 1;
        this.#comment = new Map();
        this.#commentSize = 0;
      } else if (name !== "wp:postmeta") this.#text = [];
      if (name === "category") this.#domain = attributes.domain ?? "";
    } else if (stack.length === 5 && (stack[3] === "wp:postmeta" || this.#comment !== null)) this.#text = [];
  }

  protected override text(text: string): void {
    if (this.#text === null) return;
    if (this.#comment === null) this.#size += text.length;
    else this.#commentSize += text.length;
    const [what, size, max] =
      this.#comment === null ? [this.stack[2], this.#size, ITEM_MAX] : ["wp:comment", this.#commentSize, COMMENT_MAX];
    if (size > max) throw this.mistake(`more than ${max / 1_000_000} million characters in one <${what}>`, AGAIN);
    this.#text.push(text);
  }

  protected override close(name: string): void {
    const depth = this.stack.length;
    const text = this.#text?.join("") ?? "";
    const isText = this.#text !== null;
    this.#text = null;
    if (depth === 3) this.#endRecord(name, text);
    else if (depth === 4 && this.#author !== null) this.#author.set(name, text);
    else if (depth === 4 && this.#item !== null) this.#endField(this.#item, name, text);
    else if (depth === 5 && this.#comment !== null) {
      if (isText && !this.#comment.has(name)) this.#comment.set(name, text);
    } else if (depth === 5 && this.#item !== null) {
      if (name === "wp:meta_key") this.#metaKey = text;
      else if (name === "wp:meta_value" && !this.#item.meta.has(this.#metaKey)) this.#item.meta.set(this.#metaKey, text);
    }
  }

  #endField(item: OpenItem, name: string, text: string): void {
    if (this.#comment !== null && name === "wp:comment") {
      this.records.push({ type: "comment", fields: this.#comment });
      this.#comment = null;
    } else if (name === "category") item.terms.push({ domain: this.#domain, name: text });
    else if (!item.fields.has(name)) item.fields.set(name, text);
  }

  #endRecord(name: string, text: string): void {
    if (name === "item" && this.#item !== null) this.records.push({ type: "item", item: this.#item });
    else if (name === "wp:author" && this.#author !== null) this.records.push({ type: "author", fields: this.#author });
    else {
      if (name === "wp:wxr_version") this.#isWxr = true;
      this.records.push({ type: "channel", name, text });
    }
    this.#item = null;
    this.#author = null;
  }
}
