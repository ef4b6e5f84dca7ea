import { createButton } from "../create-node.ts";
import type { FieldSpec } from "../form-field.ts";
import { createSubmissionForm } from "../submission-form.ts";
import type { CommentView } from "./comment-view.ts";
import type { CommentsScope } from "./comments-scope.ts";
import { REMEMBER_EMAIL, showEmailBoxes } from "./email-boxes.ts";
import type { LocalComment } from "./local-comments.ts";

export interface CommentFormOptions {
  /** The comment to reply to, or to edit; null for a new one. */
  readonly to: CommentView | null;
  /** The visitor's own comment to edit; null for a new one. */
  readonly own: LocalComment | null;
  cancel?(): void;
  onSent(comment: LocalComment): void;
}

/** A form for a new comment, a reply, or an edit of the visitor's own comment. */
export function createCommentForm(scope: CommentsScope, { to, own, onSent, ...more }: CommentFormOptions): HTMLFormElement {
  const { wording, slug, api, kept, person } = scope;
  const { texts } = wording;
  const { authorName, authorUrl } = own ?? person.values;
  const label = own ? texts.edit : to ? wording.say(texts.replyTo, { name: to.comment.authorName ?? "" }) : texts.comment;
  const box = (name: string, text: string): FieldSpec => ({ name, label: text, type: "checkbox", value: "on" });
  const email: FieldSpec = {
    name: "authorEmail",
    label: texts.email,
    hint: texts.secret,
    type: "email",
    autocomplete: "email",
    value: person.values.authorEmail,
  };
  const forget = createButton("action forget", texts.forget, () => {
    person.forget();
    for (const input of form.querySelectorAll<HTMLInputElement>("[autocomplete]")) input.value = "";
    // Updates the draft and the boxes.
    for (const target of [form, ...form.querySelectorAll("[type=email]")]) target.dispatchEvent(new Event("input"));
    forget.remove();
    form.querySelector("textarea")?.focus();
  });
  const form = createSubmissionForm({
    ...more,
    wording,
    label,
    fields: [
      { name: "body", label, type: "long", required: true, help: texts.help, value: own?.body },
      { name: "authorName", label: texts.name, type: "text", required: true, autocomplete: "name", value: authorName },
      ...(own ? [] : [email]),
      { name: "authorUrl", label: texts.url, type: "url", autocomplete: "url", value: authorUrl ?? "" },
      ...(own ? [] : [box(REMEMBER_EMAIL, texts.remember), box("notifyReplies", texts.notify)]),
    ],
    draft: scope.openDraft(to?.comment.id, own !== null),
    submit: own ? texts.save : texts.send,
    after: own || !person.isStored() ? null : forget,
    send: async ({ body = "", notifyReplies, [REMEMBER_EMAIL]: remember, ...author }, idempotencyKey) => {
      const comment = { body, authorName: "", ...author };
      const { status, ...sent } = own
        ? await api.edit(slug, own.id, { authorUrl: "", ...comment }, { editToken: own.editToken ?? "" })
        : await api.submit(
            slug,
            { ...comment, parentId: to?.comment.id ?? null, notifyReplies: notifyReplies !== undefined },
            { idempotencyKey },
          );
      const local = { slug, editToken: null, ...own, ...sent, waiting: true };
      kept.put(local);
      if (!own) person.store(author, remember !== undefined);
      return () => {
        onSent(local);
        scope.say(texts.sent);
      };
    },
  });
  showEmailBoxes(form, scope.offersNotices);
  const remember = form.querySelector<HTMLInputElement>(`[name=${REMEMBER_EMAIL}]`);
  if (remember) remember.checked = person.hasEmail();
  return form;
}
