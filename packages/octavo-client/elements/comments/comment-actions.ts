import type { FormValues } from "../submission-form.ts";
import { createCommentForm } from "./comment-form.ts";
import type { CommentTree } from "./comment-tree.ts";
import type { CommentActions, CommentView } from "./comment-view.ts";
import type { CommentsScope } from "./comments-scope.ts";
import type { LocalComment } from "./local-comments.ts";

/**
 * What visitors do with comments.
 * @param findTree called when something is done
 */
export function createCommentActions(
  scope: CommentsScope,
  findTree: () => CommentTree,
  onSubmitted: (comment: LocalComment) => void,
): CommentActions & { createForm(): HTMLFormElement } {
  /** What was last written into a form, but for the text. */
  let last: FormValues = {};
  const createForm = (to: CommentView | null = null): HTMLFormElement => {
    const form = createCommentForm(scope, {
      to,
      own: null,
      values: last,
      ...(to && { cancel: () => closeForm(to) }),
      onSent(comment, values) {
        last = values;
        if (to) closeForm(to);
        else form.replaceWith(createForm());
        showComment(findTree().place(comment));
        onSubmitted(comment);
      },
    });
    return form;
  };
  return {
    createForm,
    reply: (to) => openForm(to, createForm(to)),
    edit(to) {
      const { own } = to;
      const form = createCommentForm(scope, {
        to,
        own,
        values: { authorName: own?.authorName ?? "", authorUrl: own?.authorUrl ?? "" },
        cancel: () => closeForm(to),
        onSent(saved) {
          to.own = saved;
          closeForm(to);
          to.update();
          showComment(to);
        },
      });
      openForm(to, form);
    },
    async withdraw(view) {
      const { id } = view.comment;
      try {
        await scope.api.withdraw(scope.slug, id, { editToken: view.own?.editToken ?? "" });
      } catch (error) {
        scope.fail(error);
        view.update();
        return;
      }
      scope.kept.drop(id);
      view.own = null;
      view.comment = { ...view.comment, deleted: true };
      view.update();
      if (view.replies.childElementCount === 0) view.item.remove();
      findTree().views.delete(id);
      scope.say(scope.wording.texts.withdrawn);
    },
  };
}

export function showComment({ article }: CommentView): void {
  article.scrollIntoView({ block: "center" });
  article.focus({ preventScroll: true });
}

function openForm({ place }: CommentView, form: HTMLFormElement): void {
  place.replaceChildren(form);
  form.querySelector("textarea")?.focus();
}

function closeForm({ place, article }: CommentView): void {
  place.replaceChildren();
  article.focus();
}
