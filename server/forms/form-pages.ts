import { CACHE_CONTROL, HTML_TYPE } from "../../contract/paths.ts";
import { findFormWords } from "../../views/forms/form-words.ts";
import { toNoticePage } from "../../views/forms/notice-page.ts";
import type { Page } from "../../views/page.ts";
import { toMissingPage } from "../../views/pages/single-pages.ts";
import { renderPage } from "../../views/render-page.ts";
import { createSiteView, type FrameFile, type SiteView } from "../../views/site-view.ts";
import { Failure } from "../http/http-failure.ts";
import type { RouteAnswer } from "../http/respond.ts";
import type { ApiContext, RouteHandler } from "../route-context.ts";
import { createCommentsForm } from "./comments-form.ts";
import { toFormFailure } from "./form-failure.ts";
import { readSentForm, requireOwnOrigin, type SentForm } from "./form-request.ts";
import { createFormTokens } from "./form-token.ts";
import type { FormView, VisitorForm } from "./form-view.ts";
import { createInquiryForm } from "./inquiry-form.ts";

const PAGE_HEADERS = {
  "Content-Type": HTML_TYPE,
  "Cache-Control": CACHE_CONTROL.none,
  "X-Robots-Tag": "noindex",
  // No other page may embed these pages, so that nothing can be laid over a form.
  "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'",
};
const NOT_FOUND = 404;

/** The server's pages for visitors without JavaScript, with the site's header and footer. */
export function createFormPages(context: ApiContext): Readonly<Record<"comments" | "inquiry", RouteHandler>> {
  const tokens = createFormTokens(context.keys, context.clock);
  return {
    comments: serveForm(context, createCommentsForm(context, tokens)),
    inquiry: serveForm(context, createInquiryForm(context, tokens)),
  };
}

function serveForm({ published, config }: ApiContext, form: VisitorForm): RouteHandler {
  let cached: { readonly frame: FrameFile; readonly site: SiteView } | null = null;
  const openView = async (): Promise<FormView> => {
    const frame = await published.frame();
    if (frame === null) throw new Failure("not-found");
    if (cached?.frame !== frame) cached = { frame, site: createSiteView(frame) };
    return { site: cached.site, ...findFormWords(frame.settings.language) };
  };
  return async (visit) => {
    const view = await openView();
    if (visit.request.method !== "POST") return answerPage(200, () => form.show(visit, view, null), view);
    let typed: SentForm["typed"] = {};
    try {
      requireOwnOrigin(visit, config);
      const sent = await readSentForm(visit);
      typed = sent.typed;
      const to = await form.submit(visit, view, sent);
      return { status: 303, body: null, headers: { Location: to, "Cache-Control": CACHE_CONTROL.none } };
    } catch (error) {
      const failure = toFormFailure(error, view);
      if (failure === null || failure.status === NOT_FOUND) return answerPage(NOT_FOUND, () => Promise.reject(error), view);
      const left = { typed, mistakes: failure.mistakes, failure: failure.message };
      return answerPage(failure.status, () => form.show(visit, view, left), view, failure.headers);
    }
  };
}

/**
 * If a document that the page needs is missing, answers 404 with the site's page for missing
 * documents.
 */
async function answerPage(
  status: number,
  make: () => Promise<Page>,
  view: FormView,
  headers: Readonly<Record<string, string>> = {},
): Promise<RouteAnswer> {
  const { site } = view;
  try {
    return toAnswer(status, await make(), site, headers);
  } catch (error) {
    if (error instanceof Failure && error.code === "not-found") return toAnswer(NOT_FOUND, toMissingPage(null, site), site);
    const failure = toFormFailure(error, view);
    if (failure === null) throw error;
    return toAnswer(failure.status, toNoticePage(failure.message), site, failure.headers);
  }
}

function toAnswer(status: number, page: Page, site: SiteView, headers: Readonly<Record<string, string>> = {}): RouteAnswer {
  return { status, body: renderPage(page, site), headers: { ...PAGE_HEADERS, ...headers } };
}
