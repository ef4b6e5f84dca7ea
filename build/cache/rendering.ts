import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { TocEntry } from "../../contract/schemas/post.ts";
import { type Diagnostic, Diagnostics } from "../diagnostics.ts";
import type { SourceFile } from "../entries.ts";
import { type Place, toLocation, toPlace } from "../parse/parsed-file.ts";
import type { Picture, References, Rendered, RenderedAlone } from "../render/types.ts";
import { JsonBytes } from "./json-bytes.ts";
import type { PackRef, PackStore } from "./pack-store.ts";

/** A rendered text as it is kept: with what it asked of others, whose answers it holds. */
export interface KeptRendering {
  /** What was found in the text itself; what is wrong with references is found again by asking. */
  readonly found: readonly Diagnostic[];
  readonly asked: readonly Asked[];
  readonly facts: BodyFacts;
  /** In a pack: `"bodyHtml":…,"bodyText":…,"toc":…`, members of a Post as they are published. */
  readonly body: PackRef;
}

export type BodyFacts = Omit<Rendered, "html" | "text" | "toc">;

export type Asked =
  | { readonly kind: "link"; readonly text: string; readonly at: Place; readonly answer: string | null }
  | { readonly kind: "picture"; readonly text: string; readonly at: Place; readonly answer: Picture | null };

/** A rendered text that is on disk until it is read. */
export interface Body extends Rendered {
  /** Bytes of `"bodyHtml":…,"bodyText":…,"toc":…` in UTF-8. */
  readonly size: number;
  /** Puts them into a buffer that has room. */
  copyTo(target: Buffer, at: number): void;
  /** The same for the same members. */
  readonly identity: string;
  /** CRC-32 of those bytes. */
  readonly checksum: number;
  /** Where a pack holds them; null: none does. */
  readonly ref: PackRef | null;
}

/** The members of a Post that are its body, until the next are asked for. */
function toMembers(rendered: Rendered | RenderedAlone): Buffer {
  json.clear().add(HTML_BEGINS);
  if ("json" in rendered) json.addBytes(rendered.json.html).add(TEXT_BEGINS).addBytes(rendered.json.text);
  else json.addString(rendered.html).add(TEXT_BEGINS).addString(rendered.text);
  return json.add(`,"toc":${JSON.stringify(rendered.toc)}`).bytes;
}

const json = new JsonBytes();

const HTML_BEGINS = '"bodyHtml":';
/** Nowhere else: quotes inside of strings are escaped. */
const TEXT_BEGINS = ',"bodyText":';

/** Any rendered text as a Body. */
export function toBody(rendered: Rendered): Body {
  if ("copyTo" in rendered) return rendered as Body;
  const members = Buffer.from(toMembers(rendered));
  return {
    ...rendered,
    size: members.length,
    copyTo(target, at) {
      members.copy(target, at);
    },
    identity: hash("sha1", members),
    checksum: crc32(members),
    ref: null,
  };
}

/** Puts what was rendered into a pack. */
export function toKeptRendering(
  rendered: Rendered | RenderedAlone,
  asked: readonly Asked[],
  found: readonly Diagnostic[],
  packs: PackStore,
): KeptRendering {
  const { excerpt, wordCount, readingTimeMinutes, hasCode, codeLanguages } = rendered;
  const facts = { excerpt, wordCount, readingTimeMinutes, hasCode, codeLanguages };
  return { found, asked, facts, body: packs.put(toMembers(rendered)) };
}

/** The body that a pack holds. Every look at its html, text or toc reads it. */
export function openBody(facts: BodyFacts, ref: PackRef, packs: PackStore): Body {
  return new PackedBody(facts, ref, packs);
}

/** The body with an identity that a body from a pack had; null: that is none. */
export function reopenBody(facts: BodyFacts, identity: string, packs: PackStore): Body | null {
  const ref = toPackRef(identity);
  return ref === null ? null : openBody(facts, ref, packs);
}

/** Where the identity of a body from a pack says that it stands; null: it is none of such a body. */
export function toPackRef(identity: string): PackRef | null {
  const [pack = "", ...numbers] = identity.split(" ");
  const [at = Number.NaN, length = Number.NaN, checksum = Number.NaN] = numbers.map(Number);
  return Number.isInteger(at) && Number.isInteger(length) && Number.isInteger(checksum) ? [pack, at, length, checksum] : null;
}

/** Bodies that were opened, each once: whoever sees the same body again knows that nothing of it has changed. */
const opened = new WeakMap<KeptRendering, { readonly body: Body; readonly packs: PackStore }>();

function openKnown(known: KeptRendering, packs: PackStore): Body {
  const before = opened.get(known);
  if (before?.packs === packs) return before.body;
  const body = openBody(known.facts, known.body, packs);
  opened.set(known, { body, packs });
  return body;
}

class PackedBody implements Body {
  readonly excerpt: string;
  readonly wordCount: number;
  readonly readingTimeMinutes: number;
  readonly hasCode: boolean;
  readonly codeLanguages: readonly string[];
  readonly #ref: PackRef;
  readonly #packs: PackStore;

  constructor(facts: BodyFacts, ref: PackRef, packs: PackStore) {
    this.excerpt = facts.excerpt;
    this.wordCount = facts.wordCount;
    this.readingTimeMinutes = facts.readingTimeMinutes;
    this.hasCode = facts.hasCode;
    this.codeLanguages = facts.codeLanguages;
    this.#ref = ref;
    this.#packs = packs;
  }

  get html(): string {
    const members: { readonly bodyHtml: string } = JSON.parse(`{${this.#packs.get(this.#ref).toString("utf8")}}`);
    return members.bodyHtml;
  }

  get text(): string {
    return this.#readText().bodyText;
  }

  get toc(): readonly TocEntry[] {
    return this.#readText().toc;
  }

  get checksum(): number {
    return this.#ref[3];
  }

  get identity(): string {
    const [pack, at, length, checksum] = this.#ref;
    return `${pack} ${at} ${length} ${checksum}`;
  }

  get ref(): PackRef {
    return this.#ref;
  }

  get size(): number {
    return this.#ref[2];
  }

  copyTo(target: Buffer, at: number): void {
    this.#packs.copy(this.#ref, target, at);
  }

  /** Without the html, which is most of it. */
  #readText(): TextMembers {
    if (lastText?.body === this) return lastText.members;
    const bytes = this.#packs.get(this.#ref);
    const at = bytes.indexOf(`"${TEXT_BEGINS}"`);
    const members: TextMembers = JSON.parse(`{${bytes.toString("utf8", at + 2)}}`);
    lastText = { body: this, members };
    return members;
  }
}

interface TextMembers {
  readonly bodyText: string;
  readonly toc: readonly TocEntry[];
}

/** Of the last body alone: its text and its headings are mostly asked for one after the other. */
let lastText: { readonly body: PackedBody; readonly members: TextMembers } | null = null;

/** References that note what they are asked and what they answer. */
export function recordAsked(references: References): { readonly references: References; readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    references: {
      async link(text, from, at) {
        const answer = await references.link(text, from, at);
        asked.push({ kind: "link", text, at: toPlace(at), answer });
        return answer;
      },
      async picture(text, from, at) {
        const answer = await references.picture(text, from, at);
        asked.push({ kind: "picture", text, at: toPlace(at), answer });
        return answer;
      },
    },
  };
}

/** Asks again, all of it, so that what is wrong is reported; whether all answers are what they were. */
async function isAnsweredAlike(asked: readonly Asked[], references: References, file: SourceFile): Promise<boolean> {
  const alike = await Promise.all(
    asked.map(async ({ kind, text, at, answer }) => {
      const now = await references[kind](text, file, toLocation(at, file.path));
      return kind === "link" ? now === answer : JSON.stringify(now) === JSON.stringify(answer);
    }),
  );
  return alike.every((one) => one);
}

export interface RenderRequest {
  readonly references: References;
  readonly diagnostics: Diagnostics;
  /** Renders anew, with references and findings that are listened to. */
  render(references: References, diagnostics: Diagnostics): Promise<Rendered>;
}

/** Renders texts of content files, each once. */
export interface RenderingCache {
  /** What was rendered of a file that asked nothing of others; null: ask `render`. */
  known(file: SourceFile, diagnostics: Diagnostics): Rendered | null;
  render(file: SourceFile, request: RenderRequest): Promise<Rendered>;
}

/** Where renderings are kept. */
export interface RenderingStore {
  readonly packs: PackStore;
  rendering(file: SourceFile): KeptRendering | null;
  keepRendering(file: SourceFile, rendering: KeptRendering | null): void;
}

/** Keeps what was rendered ahead of its turn, without asking anything of others or finding anything wrong: `known` finds it. */
export function keepRendered(store: RenderingStore, file: SourceFile, rendered: RenderedAlone): void {
  store.keepRendering(file, toKeptRendering(rendered, [], [], store.packs));
}

export function createRenderingCache(store: RenderingStore): RenderingCache {
  return {
    known(file, diagnostics) {
      const known = store.rendering(file);
      if (known === null || known.asked.length > 0) return null;
      diagnostics.replay(known.found);
      return openKnown(known, store.packs);
    },
    async render(file, { references, diagnostics, render }) {
      const known = store.rendering(file);
      if (known !== null && (await isAnsweredAlike(known.asked, references, file))) {
        diagnostics.replay(known.found);
        return openKnown(known, store.packs);
      }
      const recorded = recordAsked(references);
      const own = new Diagnostics();
      const rendered = await render(recorded.references, own);
      diagnostics.replay(own.all());
      const kept = toKeptRendering(rendered, recorded.asked, own.all(), store.packs);
      // What a plugin threw it may not throw again.
      store.keepRendering(file, own.errorCount > 0 ? null : kept);
      return openBody(kept.facts, kept.body, store.packs);
    },
  };
}
