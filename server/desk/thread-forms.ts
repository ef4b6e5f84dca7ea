import { toReference } from "../owner/comment-facts.ts";
import { listClosed } from "../owner/threads/thread-places.ts";
import type { StoredComment } from "../store/comment-types.ts";
import type { DeskContext } from "./desk-context.ts";
import { bdi, escapeLine, escapeLines, hiddenField, kbd } from "./desk-html.ts";

/** An unpublished text by the owner. */
export interface TextDraft {
  readonly of: "reply" | "edit";
  readonly text: string;
  /**
   * The reason why it could not be published; null if an undo withdrew it or it is only previewed.
   */
  readonly problem: string | null;
  /**
   * The HTML that would be published, from the server's renderer; null if no preview was requested.
   */
  readonly preview: string | null;
}

/** The reply part of a comment's form. */
export function renderReply(comment: StoredComment, draft: TextDraft | null, isOpen = false): string {
  const shown = draft?.of === "reply" ? draft : null;
  const name = comment.state === "approved" ? "Reply" : "Approve and reply";
  const text = renderText(`reply-${toReference(comment)}`, "Your reply, in Markdown. It becomes public immediately", shown, "");
  return `<details${shown === null && !isOpen ? "" : " open"}><summary data-key="p">Reply${kbd("p")}</summary>
${text}<button type="submit" name="do" value="reply">${name}</button> <button type="submit" name="do" value="preview">Preview</button></details>
`;
}

/** The form for changing the owner's own reply; empty for visitors' comments. */
export function renderEdit(comment: StoredComment, draft: TextDraft | null, formToken: string): string {
  if (!comment.isAuthor || comment.state !== "approved") return "";
  const shown = draft?.of === "edit" ? draft : null;
  const text = renderText(
    `edit-${toReference(comment)}`,
    "The new text, in Markdown. It becomes public immediately",
    shown,
    comment.body ?? "",
  );
  return `<form method="post" action="/comments/${comment.id}">${hiddenField("form", formToken)}${hiddenField("revision", String(comment.revision))}
<details${shown === null ? "" : " open"}><summary data-key="e">Edit${kbd("e")}</summary>
${text}<button type="submit" name="do" value="edit">Change</button> <button type="submit" name="do" value="preview-edit">Preview</button></details></form>
`;
}

function renderText(label: string, about: string, draft: TextDraft | null, usual: string): string {
  const why = draft?.problem ?? null;
  const problem = why === null ? "" : `<p class="said problem" id="why-${label}" role="alert">${escapeLine(why)}</p>`;
  const described = why === null ? "" : ` aria-invalid="true" aria-describedby="why-${label}"`;
  const preview = draft?.preview == null ? "" : `<section class="preview" aria-label="Preview" dir="auto">${draft.preview}</section>\n`;
  return `<label for="${label}">${about}</label>${problem}
<textarea id="${label}" name="text" rows="4" dir="auto"${described}>${escapeLines(draft?.text ?? usual)}</textarea>
${preview}`;
}

/** The forms about a comment's thread and its post. */
export async function renderThreadForms({ owner, session }: DeskContext, { id, slug }: StoredComment): Promise<string> {
  const { items } = await owner(listClosed, {});
  const isClosed = items.some((each) => each.slug === slug);
  const [wish, name] = isClosed ? ["reopen", "Reopen comments"] : ["close", "Close comments"];
  const form = (body: string): string =>
    `<form method="post" action="/comments/${id}">${hiddenField("form", session.formToken)}${body}</form>`;
  return `<details class="thread"><summary>Thread and post</summary>
${form(`<label>Move the whole thread to the post <input type="text" name="post" placeholder="slug" required autocapitalize="none" spellcheck="false"></label> <button type="submit" name="do" value="move">Move</button>`)}
<p>Comments on ${bdi(slug)} are ${isClosed ? "closed" : "open, unless the post itself closes them"}. Existing comments stay public.</p>
${form(`<button type="submit" name="do" value="${wish}">${name}</button>`)}</details>
`;
}
