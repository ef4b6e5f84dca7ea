import { readForm } from "../http/body.ts";
import { foreignForm, isOwnSite, privatePage, servePrivatePages, wrongLink } from "../http/private-page.ts";
import type { RouteAnswer } from "../http/respond.ts";
import { decideOne } from "../owner/comment-decisions.ts";
import { DECISIONS_FROM } from "../owner/moderation-text.ts";
import { createOwner, toOwnerContext } from "../owner/owner-operation.ts";
import type { PublishedSource } from "../published.ts";
import type { ApiKeys } from "../route-context.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import type { CommentState, StoredComment } from "../store/comment-types.ts";
import type { StoreHost } from "../store/engine/store-host.ts";
import type { Store } from "../store/store.ts";
import { readTimeZone } from "../stored-site.ts";
import { type CommentOnPage, renderCommentOnPage } from "./moderation-page.ts";
import { createModerationTokens, MODERATION_PREFIX } from "./moderation-token.ts";

const NOW: Readonly<Record<CommentState, string>> = {
  pending: "It waits",
  approved: "The comment is approved and public",
  rejected: "The comment is rejected",
  spam: "The comment is marked as spam",
  deleted: "The comment is deleted",
};

export interface ModerationOptions {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly keys: ApiKeys;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly host: StoreHost;
}

/**
 * Answers GET and POST /moderate/{token}, the page linked from a mail. Only the page's own form
 * decides; opening the page changes nothing.
 */
export function createModeration(options: ModerationOptions): (request: Request, path: string) => Promise<RouteAnswer> {
  const { store, published, keys, clock } = options;
  const tokens = createModerationTokens(keys, clock);
  const links = createPublishedLinks(published);
  const owner = createOwner(toOwnerContext(options));

  const show = async (status: number, title: string, comment: StoredComment, token: string): Promise<RouteAnswer> => {
    const content = await published.current();
    const post = content === null ? null : await links.post(comment.slug, content).catch(() => null);
    const form = comment.state === "pending" ? { revision: comment.revision, token: tokens.formToken(token, comment.revision) } : null;
    const timeZone = content?.timeZone ?? (await readTimeZone(store));
    const shown: CommentOnPage = { comment, timeZone, post: post ?? { title: comment.slug, url: null }, form };
    return privatePage(status, title, comment.state === "deleted" ? "" : renderCommentOnPage(shown));
  };

  const decide = async (request: Request, id: string, token: string): Promise<RouteAnswer> => {
    if (!isOwnSite(request)) return foreignForm();
    const form = await readForm(request);
    const decision = DECISIONS_FROM.pending.find((candidate) => candidate === form.get("decision"));
    const revision = /^[1-9]\d{0,8}$/.test(form.get("revision") ?? "") ? Number(form.get("revision")) : 0;
    if (decision === undefined || !tokens.isFormToken(form.get("form") ?? "", token, revision)) return foreignForm();
    // If the comment was decided elsewhere while the form was open, the page says so.
    const result = await decideOne(owner, decision, { id, revision, state: "pending" });
    switch (result.kind) {
      case "unknown":
        return gone();
      case "decided":
        return show(200, `Done. ${NOW[result.comment.state]}`, result.comment, token);
      case "revision-conflict":
        return show(409, "The author has edited the comment since. Nothing was decided", result.comment, token);
      default:
        return show(200, `Already decided. ${NOW[result.comment.state]}`, result.comment, token);
    }
  };

  const answer = async (request: Request, path: string): Promise<RouteAnswer> => {
    const token = path.slice(MODERATION_PREFIX.length);
    const link = tokens.read(token);
    if (link === null) return wrongLink();
    if (link.expired) return privatePage(410, "This link is older than seven days. Run octavo comments moderate instead");
    if (request.method === "POST") return decide(request, link.id, token);
    const comment = await store.comments.get(link.id);
    if (comment === null) return gone();
    if (comment.state !== "pending") return show(200, `Already decided. ${NOW[comment.state]}`, comment, token);
    const title = comment.revision === link.revision ? "A comment is pending" : "A comment is pending, edited since the mail";
    return show(200, title, comment, token);
  };

  return servePrivatePages(answer);
}

function gone(): RouteAnswer {
  return privatePage(404, "This comment no longer exists");
}
