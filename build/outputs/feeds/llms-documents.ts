import type { Assembled } from "../../assemble/assemble.ts";
import type { KindDocuments } from "../../assemble/documents/assemble-documents.ts";
import type { AssembledDocument } from "../../assemble/documents/assembled-document.ts";
import { idOf } from "../../assemble/documents/identity.ts";
import type { Memos } from "../../cache/memos.ts";
import { oneLine, toMarkdownLink } from "./llms-text.ts";

/** Pages and documents of the site's own kinds, for language models. */

type ShownDocument = Pick<AssembledDocument, "item" | "further">;

/** Maximum number of documents of each kind in llms.txt, from the start of the kind's list. */
const LINKS_MAX = 100;
/** Bytes reserved for the line about omitted documents. */
const LEFT_OUT_MAX = 200;

/** Returns the kinds for language models. Pages come first, because they describe the site. */
export function writtenKindsOf({ kinds }: Pick<Assembled, "kinds">): readonly KindDocuments[] {
  return kinds.filter(({ kind: { isBuiltIn, isTree }, documents }) => documents.length > 0 && (isTree || !isBuiltIn));
}

/**
 * Returns a section of links for each kind that has documents. Documents without pages are linked
 * by their API addresses.
 */
export function toDocumentLinks(
  own: readonly KindDocuments[],
  baseUrl: string,
): readonly (readonly [title: string, links: readonly string[]])[] {
  return own.map(({ kind: { name, words }, documents }) => {
    const shown = documents
      .slice(0, LINKS_MAX)
      .map(({ item }) => toMarkdownLink(item.title, item.url ?? `${baseUrl}/${name}/${item.slug}`, item.excerpt ?? null));
    const rest =
      documents.length > LINKS_MAX ? [toMarkdownLink("All of them", `${baseUrl}/${name}`, `${documents.length}, as pages of JSON`)] : [];
    return [oneLine(words.many), [...shown, ...rest]];
  });
}

interface DocumentTexts {
  /** Identifies the bytes. */
  readonly id: string;
  bytes(): Buffer;
}

const MEMO = "llms-full own";

/**
 * Returns the texts of the site's own kinds. They are read again only if an included document or
 * the first omitted one changes.
 */
export function rememberDocumentTexts(own: readonly KindDocuments[], room: number, memos: Pick<Memos, "read" | "write">): DocumentTexts {
  const ids = own.flatMap(({ documents }) => documents.map(({ id }) => id));
  const idWith = (shown: number): string => idOf(JSON.stringify([room, ids.length, ids.slice(0, shown + 1)]));
  const [shown, id] = JSON.parse(Buffer.from(memos.read(MEMO, "") ?? Buffer.from("[0]")).toString("utf8"));
  if (idWith(shown) === id) return { id, bytes: () => fitDocumentTexts(own, room).bytes };
  const fitting = fitDocumentTexts(own, room);
  const fittingId = idWith(fitting.shown);
  memos.write(MEMO, "", Buffer.from(JSON.stringify([fitting.shown, fittingId])));
  return { id: fittingId, bytes: () => fitting.bytes };
}

/**
 * Returns as many whole documents as fit, in list order.
 * @param room bytes
 */
export function fitDocumentTexts(
  own: readonly { readonly kind: Pick<KindDocuments["kind"], "words">; readonly documents: readonly ShownDocument[] }[],
  room: number,
): { readonly bytes: Buffer; readonly shown: number } {
  const texts: Buffer[] = [];
  let bytesLeft = room - LEFT_OUT_MAX;
  const documents = own.flatMap(({ documents: all, kind }) => all.map((document) => ({ kind, document })));
  for (const { kind, document } of documents) {
    const text = Buffer.from(toDocumentText(kind.words.one, document));
    bytesLeft -= text.length;
    if (bytesLeft < 0) break;
    texts.push(text);
  }
  const count = documents.length - texts.length;
  const note =
    count === 0 || room < LEFT_OUT_MAX ? "" : `\n---\n\n${count} more ${count === 1 ? "document is" : "documents are"} left out.\n`;
  return { bytes: Buffer.concat([...texts, Buffer.from(note)]), shown: texts.length };
}

function toDocumentText(word: string, { item, further }: ShownDocument): string {
  const { title, url = null, publishedAt = null, tags = [], excerpt = null } = item;
  const facts = [
    ["Kind", word],
    ["URL", url],
    ["Published", publishedAt],
    ["Tags", tags.map(({ name }) => name).join(", ")],
  ] as const;
  const lines = facts.flatMap(([name, value]) => (value === null || value === "" ? [] : [`${name}: ${oneLine(value)}`]));
  const text = (further.bodyText ?? excerpt ?? "").toWellFormed().trim();
  return `\n---\n\n## ${oneLine(title)}\n\n${lines.join("\n")}\n${text === "" ? "" : `\n${text}\n`}`;
}
