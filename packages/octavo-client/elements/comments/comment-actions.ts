import { createCommentForm } from "./comment-form.ts";
import type { CommentTree } from "./comment-tree.ts";
import type { CommentActions, CommentView } from "./comment-view.ts";
import type { CommentsScope } from "./comments-scope.ts";
import type { LocalComment } from "./local-comments.ts";

/**
 * Creates visitors' actions on comments.
 * @param findTree called when an action is performed
 */
export function createCommentActions(
  scope: CommentsScope,
  findTree: () => CommentTree,
  onSubmitted: (comment: LocalComment) => void,
): CommentActions & { createForm(): HTMLFormElement } {
  const createForm = (to: CommentView | null = null): HTMLFormElement => {
    const form = createCommentForm(scope, {
      to,
      own: null,
      ...(to && { cancel: () => closeForm(to) }),
      onSent(comment) {
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
    reply(to) {
      openForm(to, createForm(to));
      focusForm(to);
    },
    resume(to) {
      if ("body" in scope.openDraft(to.comment.id).read()) openForm(to, createForm(to));
    },
    edit(to) {
      const { own } = to;
      const form = createCommentForm(scope, {
        to,
        own,
        cancel: () => closeForm(to),
        onSent(saved) {
          to.own = saved;
          closeForm(to);
          to.update();
          showComment(to);
        },
      });
      openForm(to, form);
      focusForm(to);
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
}

function focusForm({ place }: CommentView): void {
  place.querySelector("textarea")?.focus();
}

function closeForm({ place, article }: CommentView): void {
  place.replaceChildren();
  article.focus();
}
