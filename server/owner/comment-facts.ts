import type { StoredComment } from "../store/comment-types.ts";

/**
 * Names a comment and its revision: `<id>`, or `<id>@<revision>` once its author has changed it.
 */
export function toReference({ id, revision }: Pick<StoredComment, "id" | "revision">): string {
  return revision === 1 ? id : `${id}@${revision}`;
}

/** Targets of a comment's links, which its text may hide. */
export function linksOf(html: string | null): string[] {
  const found = [...(html ?? "").matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) => decodeEntities(href));
  return [...new Set(found)];
}

/** Decodes the entities that the renderer writes in attributes. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|amp|quot|lt|gt);/gi, (whole, hex?: string, decimal?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return { "&amp;": "&", "&quot;": '"', "&lt;": "<", "&gt;": ">" }[whole.toLowerCase()] ?? whole;
  });
}
