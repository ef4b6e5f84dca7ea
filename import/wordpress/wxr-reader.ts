import { createReadStream } from "node:fs";
import sax from "sax";
import { ImportError } from "../import-error.ts";

/** WXR, WordPress' export: RSS with elements of its own. It is read in pieces, whatever its size. */

/** Elements in each other: WordPress has five. */
const DEPTH_MAX = 20;
/** Characters of one post with all that belongs to it. */
const ITEM_MAX = 20_000_000;
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
  | { readonly type: "item"; readonly item: WxrItem };

export interface WxrFile {
  readonly path: string;
  /** As its user knows it. */
  readonly shown: string;
}

/**
 * The records of an export, in its order.
 * @throws ImportError that names line and column
 */
export async function* readWxr({ path, shown }: WxrFile): AsyncGenerator<WxrRecord> {
  const reader = new WxrReader(shown);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw reader.mistake("what follows is not UTF-8", "save the export in UTF-8", { cause });
    }
  };
  for await (const chunk of createReadStream(path)) yield* reader.write(decode(chunk as Buffer));
  yield* reader.write(decode());
  yield* reader.end();
}

/** An item whose end is still to come. */
interface OpenItem {
  readonly fields: Map<string, string>;
  readonly terms: WxrTerm[];
  readonly meta: Map<string, string>;
  comments: number;
}

class WxrReader {
  readonly #shown: string;
  readonly #parser = sax.parser(true, { position: true });
  readonly #stack: string[] = [];
  #records: WxrRecord[] = [];
  #text: string[] | null = null;
  #size = 0;
  #author: Map<string, string> | null = null;
  #item: OpenItem | null = null;
  #domain = "";
  #metaKey = "";
  #hasRoot = false;
  #isWxr = false;

  constructor(shown: string) {
    this.#shown = shown;
    const parser = this.#parser;
    parser.onerror = (cause) => {
      throw this.#malformed(cause);
    };
    parser.ondoctype = () => {
      throw this.mistake("a DOCTYPE, which no export of WordPress has", "an export with entities of its own is not read; export it again");
    };
    parser.onprocessinginstruction = ({ name, body }) => {
      const encoding = /encoding\s*=\s*["']([^"']+)/i.exec(body)?.[1];
      if (name === "xml" && encoding !== undefined && !/^utf-?8$/i.test(encoding))
        throw this.mistake(`the export says that it is in ${encoding}`, 'save it in UTF-8, and write encoding="UTF-8" in its first line');
    };
    parser.onopentag = (tag) => this.#open(tag.name, tag.attributes as Readonly<Record<string, string>>);
    parser.onclosetag = (name) => this.#close(name);
    parser.ontext = (text) => this.#take(text);
    parser.oncdata = (text) => this.#take(text);
  }

  write(text: string): readonly WxrRecord[] {
    this.#parser.write(text);
    const records = this.#records;
    this.#records = [];
    return records;
  }

  end(): readonly WxrRecord[] {
    const open = this.#stack.at(-1);
    if (open !== undefined) throw this.mistake(`the export ends within <${open}>`, AGAIN);
    this.#parser.close();
    if (!this.#hasRoot) throw this.mistake("the file is empty, or holds no XML", AGAIN);
    if (!this.#isWxr) throw this.mistake("this is RSS, but no export of WordPress: it has no wp:wxr_version", AGAIN);
    return this.write("");
  }

  mistake(message: string, hint: string, options: ErrorOptions = {}): ImportError {
    const { line, column } = this.#parser;
    return new ImportError(`${this.#shown}:${line + 1}:${column + 1}: ${message}`, hint, options);
  }

  #malformed(cause: Error): ImportError {
    const [message = ""] = cause.message.split("\n");
    return this.mistake(`not well-formed: ${message.charAt(0).toLowerCase()}${message.slice(1)}`, AGAIN, { cause });
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const stack = this.#stack;
    if (stack.length === 0 && name !== "rss") throw this.mistake(`the first element is <${name}>, that of an export is <rss>`, AGAIN);
    this.#hasRoot = true;
    stack.push(name);
    if (stack.length > DEPTH_MAX) throw this.mistake(`more than ${DEPTH_MAX} elements in each other`, AGAIN);
    if (stack.length === 3) {
      this.#size = 0;
      if (name === "item") this.#item = { fields: new Map(), terms: [], meta: new Map(), comments: 0 };
      else if (name === "wp:author") this.#author = new Map();
      else this.#text = [];
    } else if (stack.length === 4 && (this.#item !== null || this.#author !== null)) {
      if (name === "wp:comment" && this.#item !== null) this.#item.comments += 1;
      else if (name !== "wp:postmeta") this.#text = [];
      if (name === "category") this.#domain = attributes.domain ?? "";
    } else if (stack.length === 5 && stack[3] === "wp:postmeta") this.#text = [];
  }

  #take(text: string): void {
    if (this.#text === null) return;
    this.#size += text.length;
    if (this.#size > ITEM_MAX) throw this.mistake(`more than ${ITEM_MAX / 1_000_000} million characters in one <${this.#stack[2]}>`, AGAIN);
    this.#text.push(text);
  }

  #close(name: string): void {
    const depth = this.#stack.length;
    const text = this.#text?.join("") ?? "";
    this.#text = null;
    this.#stack.pop();
    if (depth === 3) this.#endRecord(name, text);
    else if (depth === 4 && this.#author !== null) this.#author.set(name, text);
    else if (depth === 4 && this.#item !== null) this.#endField(this.#item, name, text);
    else if (depth === 5 && this.#item !== null) {
      if (name === "wp:meta_key") this.#metaKey = text;
      else if (name === "wp:meta_value" && !this.#item.meta.has(this.#metaKey)) this.#item.meta.set(this.#metaKey, text);
    }
  }

  #endField(item: OpenItem, name: string, text: string): void {
    if (name === "category") item.terms.push({ domain: this.#domain, name: text });
    else if (!item.fields.has(name)) item.fields.set(name, text);
  }

  #endRecord(name: string, text: string): void {
    if (name === "item" && this.#item !== null) this.#records.push({ type: "item", item: this.#item });
    else if (name === "wp:author" && this.#author !== null) this.#records.push({ type: "author", fields: this.#author });
    else {
      if (name === "wp:wxr_version") this.#isWxr = true;
      this.#records.push({ type: "channel", name, text });
    }
    this.#item = null;
    this.#author = null;
  }
}
