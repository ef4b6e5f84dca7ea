import { toSlug } from "../../build/shared/slugs.ts";
import { toLine, toPlainText } from "../body/html-text.ts";
import type { ExportFile } from "../export-text.ts";
import type { ImportCounts } from "../import-counts.ts";
import { ImportError } from "../import-error.ts";
import type { ExportSource, ImportedAuthor, ImportedEntry } from "../imported-entry.ts";
import { UnusedNames } from "../unused-names.ts";
import { toWordPressEntry, type WordPressIndex } from "./wordpress-entry.ts";
import { resolveWordPressHtml } from "./wordpress-html.ts";
import { type WxrItem, WxrReader } from "./wxr-reader.ts";

/** States of copies and autosaves, which contain nothing that the post itself lacks. */
const COPIES: ReadonlySet<string> = new Set(["auto-draft", "inherit"]);

/**
 * Reads a whole export of WordPress before anything is written, to find malformed parts and the
 * targets of references.
 * @throws ImportError
 */
export async function openWordPress(file: ExportFile, counts: ImportCounts): Promise<ExportSource> {
  const attachments = new Map<string, { address: string; alt: string | null }>();
  const authors: ImportedAuthor[] = [];
  const authorSlugs = new Map<string, string>();
  const used = new UnusedNames();
  const channel = new Map<string, string>();
  let items = 0;
  for await (const record of new WxrReader(file.shown).read(file.path)) {
    if (record.type === "channel") channel.set(record.name, record.text);
    else if (record.type === "author") addAuthor(record.fields, authors, { slugs: authorSlugs, used });
    else if (record.type === "item") {
      items += 1;
      noteItem(record.item, attachments, counts);
    }
  }
  if (items === 0)
    throw new ImportError(`${file.shown}: the export has no posts and no pages`, "in WordPress choose Tools → Export → All content");
  const index: WordPressIndex = { attachments, authorSlugs };
  return {
    system: "WordPress",
    siteUrl: URL.parse(channel.get("wp:base_blog_url") ?? channel.get("link") ?? ""),
    // Exports do not state the time zone.
    site: {
      name: toPlainText(channel.get("title") ?? "") || null,
      description: toPlainText(channel.get("description") ?? "") || null,
      timeZone: null,
    },
    language: channel.get("language") ?? "",
    uploadMarks: ["/wp-content/uploads/", "/files/"],
    authors,
    entries: () => readEntries(file, index, counts),
  };
}

async function* readEntries(file: ExportFile, index: WordPressIndex, counts: ImportCounts): AsyncGenerator<ImportedEntry> {
  for await (const record of new WxrReader(file.shown).read(file.path)) {
    if (record.type !== "item" || !isEntry(record.item)) continue;
    const entry = toWordPressEntry(record.item, index);
    yield { ...entry, html: resolveWordPressHtml(entry.html, index, (what) => counts.add("left", what, entry.title || entry.id)) };
  }
}

function isEntry({ fields }: WxrItem): boolean {
  return /^(?:post|page)$/.test(fields.get("wp:post_type") ?? "") && !COPIES.has(fields.get("wp:status") ?? "");
}

function addAuthor(
  fields: ReadonlyMap<string, string>,
  authors: ImportedAuthor[],
  { slugs, used }: { readonly slugs: Map<string, string>; readonly used: UnusedNames },
): void {
  const login = fields.get("wp:author_login") ?? "";
  const name = toPlainText(fields.get("wp:author_display_name") ?? "") || toLine(login);
  // A login is half of the credentials and may be an email address, so only the public name is
  // published.
  if (login === "" || slugs.has(login)) return;
  const slug = used.take(toSlug(name) || `author-${authors.length + 1}`);
  slugs.set(login, slug);
  authors.push({ slug, name, url: null, bio: null });
}

function noteItem(item: WxrItem, attachments: Map<string, { address: string; alt: string | null }>, counts: ImportCounts): void {
  const type = toLine(item.fields.get("wp:post_type") ?? "");
  const title = toPlainText(item.fields.get("title") ?? "");
  if (item.comments > 0) counts.add("left", "comments (octavo comments import imports them)", null, item.comments);
  if (type === "attachment") {
    const alt = item.meta.get("_wp_attachment_image_alt");
    const address = item.fields.get("wp:attachment_url") ?? "";
    if (address !== "") attachments.set(item.fields.get("wp:post_id") ?? "", { address, alt: alt === undefined ? null : toPlainText(alt) });
    return;
  }
  if (isEntry(item)) {
    for (const key of item.meta.keys()) if (!key.startsWith("_")) counts.add("left", `custom field ${toLine(key).slice(0, 60)}`, title);
    return;
  }
  const isCopy = COPIES.has(item.fields.get("wp:status") ?? "");
  counts.add("left", isCopy ? "revisions and automatic drafts" : `entries of type ${type.slice(0, 60) || "(none)"}`, title);
}
