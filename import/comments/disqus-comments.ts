import type { ExportFile } from "../export-text.ts";
import { XmlReader } from "../xml-reader.ts";
import { toInstantOf } from "./comment-dates.ts";
import type { CommentExport, CommentRecord } from "./comment-export.ts";

/**
 * Disqus's XML: threads with the addresses of their pages, then posts (comments).
 * https://docs.disqus.com/developers/export/
 */

/** Maximum nesting depth of elements; Disqus uses four levels. */
const DEPTH_MAX = 12;
/** Maximum number of characters per comment. */
const RECORD_MAX = 1_000_000;
const AGAIN = "export it again in Disqus (Admin → Moderate Comments → Tools → Export), and download it in full";
/**
 * Disqus replaces links with its own address, which contains the real one followed by an
 * identifier.
 */
const REDIRECT = /https?:\/\/disq\.us\/url\?url=([^"'&<>\s]+)(?:(?:&amp;|&)cuid=\d+)?/g;

export function openDisqus(file: ExportFile): CommentExport {
  return { system: "Disqus", keyPrefix: "disqus", hasWorldwideIds: true, records: () => new DisqusReader(file.shown).read(file.path) };
}

class DisqusReader extends XmlReader<CommentRecord> {
  /** Texts by path within the record: `author/name`. */
  #fields = new Map<string, string>();
  /** Attributes `dsq:id` by path. */
  #ids = new Map<string, string>();
  #path = "";
  #text = "";
  #size = 0;

  constructor(shown: string) {
    super({ shown, system: "Disqus", root: "disqus", depthMax: DEPTH_MAX, again: AGAIN });
  }

  protected override open(name: string, attributes: Readonly<Record<string, string>>): void {
    const depth = this.stack.length;
    if (depth === 2) {
      this.#fields = new Map();
      this.#ids = new Map();
      this.#path = "";
      this.#size = 0;
    } else if (depth > 2) this.#path = this.#path === "" ? name : `${this.#path}/${name}`;
    const id = attributes["dsq:id"];
    if (id !== undefined && depth > 1 && !this.#ids.has(this.#path)) this.#ids.set(this.#path, id.trim());
    this.#text = "";
  }

  protected override text(text: string): void {
    if (this.stack.length < 3) return;
    this.#size += text.length;
    if (this.#size > RECORD_MAX)
      throw this.mistake(`more than ${RECORD_MAX / 1_000_000} million characters in one <${this.stack[1]}>`, AGAIN);
    this.#text += text;
  }

  protected override close(name: string): void {
    const depth = this.stack.length;
    if (depth > 2) {
      if (!this.#fields.has(this.#path)) this.#fields.set(this.#path, this.#text);
      this.#path = this.#path.slice(0, Math.max(0, this.#path.length - name.length - 1));
      this.#text = "";
    } else if (depth === 2) this.#endRecord(name);
  }

  #endRecord(name: string): void {
    if (name !== "thread" && name !== "post") return;
    const id = this.#ids.get("") ?? "";
    if (id === "") this.records.push({ type: "left", what: `${name === "post" ? "comments" : "threads"} without an id` });
    else if (name === "thread") this.records.push({ type: "thread", thread: this.#toThread(id) });
    else this.records.push({ type: "comment", comment: this.#toComment(id) });
  }

  #toThread(id: string) {
    const field = (name: string): string => (this.#fields.get(name) ?? "").trim();
    return { id, addresses: [field("link"), field("id")].filter((text) => text !== ""), createdAt: toInstantOf(field("createdAt")) };
  }

  #toComment(id: string) {
    const field = (name: string): string => this.#fields.get(name) ?? "";
    const is = (name: string): boolean => field(name).trim() === "true";
    const state = is("isDeleted") ? "deleted" : is("isSpam") ? "spam" : field("isApproved").trim() === "false" ? "pending" : "approved";
    return {
      id,
      threadId: this.#ids.get("thread") ?? "",
      parentId: this.#ids.get("parent") || null,
      state,
      authorName: field("author/name") || field("author/username"),
      authorEmail: field("author/email"),
      authorUrl: field("author/url"),
      isAuthor: false,
      createdAt: toInstantOf(field("createdAt").trim()),
      editedAt: null,
      body: { html: cleanMessage(field("message")), hasBareLines: false },
      own: null,
    } as const;
  }
}

/** Undoes Disqus's changes to links and people's names. */
function cleanMessage(html: string): string {
  const linked = html.includes("disq.us/url") ? html.replace(REDIRECT, (whole, address: string) => unwrap(address) ?? whole) : html;
  return linked.includes(":disqus") ? linked.replace(/@(\w{1,60}):disqus\b/g, "@$1") : linked;
}

/** `https%3A%2F%2Fold.example%2F:H3x…` → `https://old.example/`. */
function unwrap(address: string): string | null {
  try {
    const real = decodeURIComponent(address).replace(/:[\w-]{20,40}$/, "");
    return /^https?:\/\/[^\s"'<>]+$/.test(real) ? real.replaceAll("&", "&amp;") : null;
  } catch {
    return null;
  }
}
