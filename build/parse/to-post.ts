import type { z } from "zod";
import type { PostType } from "../../contract/schemas/post.ts";
import type { CollectionSchemas } from "../content-schema/collections.ts";
import { describe } from "../content-schema/wording.ts";
import { readInstant } from "../dates.ts";
import type { PostEntry } from "../entries.ts";
import type { ParseContext } from "./context.ts";
import { type NamedDocument, noteTags, toBase, toPicture, toPictures } from "./parse-entry.ts";
import type { Plain } from "./parsed-file.ts";

type PostValues = z.infer<CollectionSchemas["posts"]>;

export function toPost(values: PostValues, named: NamedDocument, context: ParseContext): Plain<PostEntry> {
  const { document } = named;
  noteTags(values.tags, document, context);
  const publishedAt = values.publishedAt ?? dateOfFile(named, context);
  const base = toBase(named, { ...values, publishedAt });
  // Of a date in the file's name that is none, that is said.
  if (publishedAt === null && !base.draft && named.fileDate === null) {
    const hint = "write publishedAt: 2024-01-31, or begin the file's name with 2024-01-31-";
    context.diagnostics.warning(document.locate([]), {
      code: "missing-date",
      message: "missing: the post comes last in every list",
      hint,
      field: ["publishedAt"],
    });
  }
  const { video } = values;
  return {
    ...base,
    kind: "posts",
    type: typeOf(values, named, context),
    title: values.title,
    excerpt: values.excerpt,
    updatedAt: values.updatedAt ?? publishedAt,
    unlisted: values.unlisted,
    series: values.series,
    aliases: toAliases(values.aliases, named, context),
    cover: toPicture(values.cover, ["cover"], document, context),
    images: toPictures(values.images, "images", document, context),
    video:
      video === null
        ? null
        : {
            url: video.url,
            durationSeconds: video.durationSeconds,
            poster: toPicture(video.poster, ["video", "poster"], document, context, { needsAlt: false }),
          },
    language: values.language,
    featured: values.featured,
    commentsOpen: values.commentsOpen,
    canonicalUrl: values.canonicalUrl,
    author: values.author,
  };
}

function dateOfFile({ fileDate, document }: NamedDocument, { timeZone, diagnostics }: ParseContext): string | null {
  if (fileDate === null) return null;
  const result = readInstant(fileDate, timeZone);
  if (result.ok) return result.value;
  diagnostics.error(document.locate([]), {
    code: "bad-date",
    message: `the file's name begins with a date, but ${result.message}`,
    hint: result.hint,
  });
  return null;
}

function typeOf({ type, video, images }: PostValues, { document }: NamedDocument, { diagnostics }: ParseContext): PostType {
  const missing = (field: string, hint: string): void => {
    diagnostics.error(document.locate(["type"]), {
      code: "missing-key",
      message: `missing, and the type is ${type}`,
      hint,
      field: [field],
    });
  };
  if (type === "VIDEO" && video === null) missing("video", "write video: { url: https://… }, or leave the type out");
  if (type === "IMAGE" && images.length === 0) missing("images", "write a list of pictures, or leave the type out");
  return type ?? (video !== null ? "VIDEO" : images.length > 0 ? "IMAGE" : "TEXT");
}

/** Former slugs. A path that ends in the post's own slug is an old address of the same name, and nothing to resolve here. */
function toAliases(aliases: PostValues["aliases"], { document, slug }: NamedDocument, { diagnostics }: ParseContext): string[] {
  const result = new Set<string>();
  for (const [index, { alias, fromPath }] of aliases.entries()) {
    const path = ["aliases", index];
    if (alias !== slug && alias !== "") result.add(alias);
    else if (!fromPath) {
      const message = `${describe(alias)} is the post's own slug`;
      diagnostics.error(document.locate(path), { code: "bad-slug", message, hint: "remove it", field: document.written(path) });
    }
  }
  return [...result];
}
