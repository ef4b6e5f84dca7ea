import { readForm } from "../http/body.ts";
import { Failure } from "../http/http-failure.ts";
import { toFailure } from "../http/http-problems.ts";
import { noContent, type RouteAnswer } from "../http/respond.ts";
import type { PublishedSource } from "../published.ts";
import type { ApiKeys } from "../route-context.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import type { CommentState, Decision, StoredComment } from "../store/comment-types.ts";
import type { Store } from "../store/store.ts";
import { type CommentOnPage, moderationPage } from "./moderation-page.ts";
import { createModerationTokens, MODERATION_PREFIX } from "./moderation-token.ts";

const METHODS = "GET, HEAD, POST, OPTIONS";
/** A form has three short fields. */
const FORM_MAX_BYTES = 4_096;
const DECISIONS: readonly Decision[] = ["approve", "reject", "spam"];
const NOW: Readonly<Record<CommentState, string>> = {
  pending: "It waits",
  approved: "It is approved, and public",
  rejected: "It is rejected",
  spam: "It is marked as spam",
  deleted: "It is gone",
};

export interface ModerationOptions {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly keys: ApiKeys;
  readonly clock: () => number;
}

/** GET and POST /moderate/{token}: what a link in a mail leads to. Only the page's own form decides; reading it, however often and by whomever, changes nothing. */
export function createModeration({
  store,
  published,
  keys,
  clock,
}: ModerationOptions): (request: Request, path: string) => Promise<RouteAnswer> {
  const tokens = createModerationTokens(keys, clock);
  const links = createPublishedLinks(published);

  const show = async (status: number, title: string, comment: StoredComment, token: string): Promise<RouteAnswer> => {
    const content = await published.current();
    const post = content === null ? null : await links.post(comment.slug, content).catch(() => null);
    const form = comment.state === "pending" ? { revision: comment.revision, token: tokens.formToken(token, comment.revision) } : null;
    const shown: CommentOnPage = { comment, post: post ?? { title: comment.slug, url: null }, form };
    return moderationPage(status, title, comment.state === "deleted" ? null : shown);
  };

  const decide = async (request: Request, id: string, token: string): Promise<RouteAnswer> => {
    const site = request.headers.get("Sec-Fetch-Site");
    // Browsers that do not send it are old; the page's token, which no other site can read, stands alone then.
    if (site !== null && site !== "same-origin")
      return moderationPage(403, "This was not sent from the page of the link. Nothing is changed");
    const form = await readForm(request, FORM_MAX_BYTES);
    const decision = DECISIONS.find((candidate) => candidate === form.get("decision"));
    const revision = /^[1-9]\d{0,8}$/.test(form.get("revision") ?? "") ? Number(form.get("revision")) : 0;
    if (decision === undefined || !tokens.isFormToken(form.get("form") ?? "", token, revision))
      return moderationPage(403, "This was not sent from the page of the link. Nothing is changed");
    const before = await store.comments.get(id);
    // A form that was open while it was decided elsewhere says so, whatever it wanted.
    if (before !== null && before.state !== "pending") return show(200, `It was decided before. ${NOW[before.state]}`, before, token);
    const result = await store.comments.decide({ id, revision, decision });
    switch (result.kind) {
      case "unknown":
        return gone();
      case "decided":
        return show(200, `Done. ${NOW[result.comment.state]}`, result.comment, token);
      case "revision-conflict":
        return show(409, "Its author has changed it meanwhile. Nothing is decided", result.comment, token);
      default:
        return show(200, `It was decided before. ${NOW[result.comment.state]}`, result.comment, token);
    }
  };

  const answer = async (request: Request, path: string): Promise<RouteAnswer> => {
    const { method } = request;
    if (method === "OPTIONS") return noContent({ Allow: METHODS });
    if (!["GET", "HEAD", "POST"].includes(method))
      return moderationPage(405, "This page can be read, and its form sent", null, { Allow: METHODS });
    const token = path.slice(MODERATION_PREFIX.length);
    const link = tokens.read(token);
    if (link === null) return moderationPage(404, "This link is not right. Copy it whole from the mail");
    if (link.expired) return moderationPage(410, "This link is older than seven days. octavo comments moderate shows what waits");
    if (method === "POST") return decide(request, link.id, token);
    const comment = await store.comments.get(link.id);
    if (comment === null) return gone();
    if (comment.state !== "pending") return show(200, `It was decided. ${NOW[comment.state]}`, comment, token);
    return show(200, comment.revision === link.revision ? "A comment waits" : "A comment waits, changed since the mail", comment, token);
  };

  return async (request, path) => {
    try {
      return await answer(request, path);
    } catch (error) {
      const { code, options } = error instanceof Failure ? error : toFailure(error);
      if (code === "internal-error") throw error;
      const status = { "temporary-reduced-capacity": 503, "content-too-large": 413, "unsupported-media-type": 415 }[code as string] ?? 400;
      return moderationPage(status, status === 503 ? "It cannot be done now. Try again in a minute" : "This form cannot be read", null, {
        ...options.headers,
      });
    }
  };
}

function gone(): RouteAnswer {
  return moderationPage(404, "There is no such comment any more");
}
