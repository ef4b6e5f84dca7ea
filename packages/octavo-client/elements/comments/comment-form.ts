import { createSubmissionForm, type FieldSpec, type FormValues } from "../submission-form.ts";
import type { CommentView } from "./comment-view.ts";
import type { CommentsScope } from "./comments-scope.ts";
import type { LocalComment } from "./local-comments.ts";
import { offerNotices } from "./offer-notices.ts";

export interface CommentFormOptions {
  /** The comment that is answered or changed; null: a new one. */
  readonly to: CommentView | null;
  /** What is changed; null: it is another comment. */
  readonly own: LocalComment | null;
  /** What stands in the fields at first. */
  readonly values: FormValues;
  cancel?(): void;
  /** @param values but for the text: to be filled in the next time */
  onSent(comment: LocalComment, values: FormValues): void;
}

/** For a new comment, for a reply to one, or for a change of one's own. */
export function createCommentForm(scope: CommentsScope, { to, own, values, onSent, ...more }: CommentFormOptions): HTMLFormElement {
  const { wording, slug, api, kept } = scope;
  const { texts } = wording;
  const { authorName, authorEmail, authorUrl } = values;
  const label = own ? texts.edit : to ? wording.say(texts.replyTo, { name: to.comment.authorName ?? "" }) : texts.comment;
  const email: FieldSpec = {
    name: "authorEmail",
    label: texts.email,
    hint: texts.secret,
    type: "email",
    autocomplete: "email",
    value: authorEmail,
  };
  const notify: FieldSpec = { name: "notifyReplies", label: texts.notify, type: "checkbox", value: "on" };
  const form = createSubmissionForm({
    ...more,
    wording,
    label,
    fields: [
      { name: "body", label, hint: "", type: "long", required: true, value: own?.body },
      { name: "authorName", label: texts.name, type: "text", required: true, autocomplete: "name", value: authorName },
      ...(own ? [] : [email]),
      { name: "authorUrl", label: texts.url, type: "url", autocomplete: "url", value: authorUrl },
      ...(own ? [] : [notify]),
    ],
    submit: own ? texts.save : texts.send,
    send: async ({ body = "", notifyReplies, ...person }, idempotencyKey) => {
      const comment = { body, authorName: "", ...person };
      const { status, ...sent } = own
        ? await api.edit(slug, own.id, { authorUrl: "", ...comment }, { editToken: own.editToken ?? "" })
        : await api.submit(
            slug,
            { ...comment, parentId: to?.comment.id ?? null, notifyReplies: notifyReplies !== undefined },
            { idempotencyKey },
          );
      const local = { slug, editToken: null, ...own, ...sent, waiting: true };
      kept.put(local);
      onSent(local, person);
      scope.say(texts.sent);
    },
  });
  offerNotices(form, scope.offersNotices);
  return form;
}
