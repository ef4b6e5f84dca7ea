import { COMMENTS_PAGE_SIZE_DEFAULT, PAGE_MAX, THREAD_REPLIES_MAX } from "../../contract/limits.ts";
import { toThreadsAnswer } from "../../threads/comment-answers.ts";
import { type CommentsPageContent, commentsPath, toCommentsPage } from "../../views/forms/comments-page.ts";
import type { ApiContext } from "../route-context.ts";
import { acceptComment, isOpenPost, requireOpenPost } from "../routes/comment-routes.ts";
import { requirePost } from "../routes/post-routes.ts";
import { isPublicId } from "../store/sqlite/ids.ts";
import { requireFreshForm, toFormKey, toMembers } from "./form-request.ts";
import type { FormTokens } from "./form-token.ts";
import type { VisitorForm } from "./form-view.ts";

/** Names of the fields, which are members of a CommentSubmission. */
const FIELDS = ["body", "authorName", "authorEmail", "authorUrl", "notifyReplies", "parentId", "contact_me_by_fax"];

/** GET and POST /comments/{slug} */
export function createCommentsForm(context: ApiContext, tokens: FormTokens): VisitorForm {
  return {
    async show(visit, { site, texts }, left) {
      const published = await requirePost(context, visit);
      const { slug } = published;
      const isOpen = (await isOpenPost(context, published)) && site.settings.commentsEnabled;
      const { typed = {} } = left ?? {};
      const query = new URLSearchParams(visit.query);
      const parentId = typed.parentId ?? query.get("reply");
      const [post, threads, parent] = await Promise.all([
        readPost(context, slug),
        readThreads(context, slug, query.get("page") ?? ""),
        parentId === null ? null : readParent(context, slug, parentId),
      ]);
      const state = { token: tokens.create(slug), typed, mistakes: left?.mistakes ?? {}, failure: left?.failure ?? null };
      const content: CommentsPageContent = {
        ...{ post, threads, parent },
        form: isOpen ? state : null,
        notice: isOpen ? (query.has("sent") && left === null ? texts.sent : null) : (left?.failure ?? null),
        offersNotices: site.settings.replyNotices,
      };
      return toCommentsPage(content, site, texts);
    },
    async submit(visit, { site }, sent) {
      const slug = await requireOpenPost(context, visit);
      requireFreshForm(tokens, sent.token, slug);
      const body = toMembers(sent.typed, { names: FIELDS, switches: ["notifyReplies"] });
      await acceptComment(context, visit, { body, key: toFormKey(context, sent) });
      return `${commentsPath(slug, site)}?sent#sent`;
    },
  };
}

async function readPost({ published }: ApiContext, slug: string): Promise<CommentsPageContent["post"]> {
  // Written by the build, so its shape is known.
  const post = (await published.document(`/posts/${slug}`)) as { readonly title: string; readonly path: string } | null;
  return { slug, title: post?.title ?? slug, path: post?.path ?? null };
}

async function readThreads({ store }: ApiContext, slug: string, page: string): Promise<CommentsPageContent["threads"]> {
  const number = /^[1-9]\d{0,4}$/.test(page) ? Math.min(Number(page), PAGE_MAX) : 1;
  const query = { commentsPage: number, commentsPageSize: COMMENTS_PAGE_SIZE_DEFAULT, repliesLimit: THREAD_REPLIES_MAX };
  const found = await store.comments.page({ slug, page: number, pageSize: query.commentsPageSize, sort: "oldest", parentId: null });
  if (found === null) throw new Error("only a page of replies can be missing");
  return toThreadsAnswer(found, query, "", []).value;
}

/**
 * Returns null if the post has no public comment with this id; the form is then for a new comment.
 */
async function readParent({ store }: ApiContext, slug: string, id: string): Promise<CommentsPageContent["parent"]> {
  if (!isPublicId(id)) return null;
  const place = await store.comments.place({ slug, id, pageSize: COMMENTS_PAGE_SIZE_DEFAULT, sort: "oldest" });
  return place === null || place.comment.deleted ? null : { id, authorName: place.comment.authorName };
}
