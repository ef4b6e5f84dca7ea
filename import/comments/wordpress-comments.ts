import { toPlainText } from "../body/html-text.ts";
import type { ExportFile } from "../export-text.ts";
import { type WxrItem, WxrReader } from "../wordpress/wxr-reader.ts";
import { toInstantOf } from "./comment-dates.ts";
import type { CommentExport, CommentRecord, ImportedComment, ImportedState } from "./comment-export.ts";

const STATES: Readonly<Record<string, ImportedState>> = {
  "1": "approved",
  approved: "approved",
  "0": "pending",
  hold: "pending",
  spam: "spam",
  trash: "deleted",
  "post-trashed": "deleted",
};

/** Comments of a WordPress export: the same file as for `octavo import wordpress`. */
export function openWordPressComments(file: ExportFile): CommentExport {
  return { system: "WordPress", keyPrefix: "wordpress", hasWorldwideIds: false, records: () => readComments(file) };
}

async function* readComments(file: ExportFile): AsyncGenerator<CommentRecord> {
  /** Logins by account number. The export has both for each author of the site. */
  const logins = new Map<string, string>();
  let thread = 0;
  let waiting: ReadonlyMap<string, string>[] = [];
  for await (const record of new WxrReader(file.shown).read(file.path)) {
    if (record.type === "author") logins.set(record.fields.get("wp:author_id") ?? "", record.fields.get("wp:author_login") ?? "");
    else if (record.type === "comment") waiting.push(record.fields);
    else if (record.type === "item") {
      thread += 1;
      const { item } = record;
      if (item.comments > 0) yield { type: "thread", thread: toThread(item, String(thread)) };
      for (const fields of waiting) yield toRecord(fields, String(thread), item.fields.get("dc:creator") ?? "", logins);
      waiting = [];
    }
  }
}

function toThread({ fields }: WxrItem, id: string) {
  const field = (name: string): string => (fields.get(name) ?? "").trim();
  const addresses = [field("link"), field("wp:post_name")].filter((text) => text !== "");
  return { id, addresses, createdAt: toInstantOf(field("wp:post_date_gmt")) ?? toInstantOf(field("wp:post_date")) };
}

/** @param author login of the post's author */
function toRecord(
  fields: ReadonlyMap<string, string>,
  threadId: string,
  author: string,
  logins: ReadonlyMap<string, string>,
): CommentRecord {
  const field = (name: string): string => fields.get(`wp:comment_${name}`) ?? "";
  const type = field("type").trim() || "comment";
  if (type === "pingback" || type === "trackback") return { type: "left", what: `${type}s` };
  if (type !== "comment") return { type: "left", what: "plugins' notes among the comments" };
  const id = field("id").trim();
  if (id === "") return { type: "left", what: "comments without an id" };
  const parent = field("parent").trim();
  const user = field("user_id").trim();
  const comment: ImportedComment = {
    id,
    threadId,
    parentId: parent === "" || parent === "0" ? null : parent,
    // Comments with a plugin's state may not be public.
    state: STATES[field("approved").trim()] ?? "pending",
    // Stored with entities: `Tom &amp; Jerry`.
    authorName: toPlainText(field("author")),
    authorEmail: field("author_email"),
    authorUrl: field("author_url"),
    isAuthor: author !== "" && user !== "" && user !== "0" && logins.get(user) === author,
    createdAt: toInstantOf(field("date_gmt")) ?? toInstantOf(field("date")),
    editedAt: null,
    body: { html: field("content"), hasBareLines: true },
    own: null,
  };
  return { type: "comment", comment };
}
