import { siteOfApi } from "../../contract/text/base-path.ts";
import { toDocumentFinder } from "../desk/document-finder.ts";
import { type DeskPlace, toDeskAddress } from "../desk/hosted/desk-address.ts";
import { isPreload } from "../desk/hosted/fetch-context.ts";
import { readForm } from "../http/body.ts";
import { foreignForm, isOwnSite, privatePage, servePrivatePages, wrongLink } from "../http/pages/private-page.ts";
import type { RouteAnswer } from "../http/respond.ts";
import { createOwner, type OwnerParts, toOwnerContext } from "../owner/owner-operation.ts";
import type { PublishedSource } from "../published.ts";
import type { ApiKeys } from "../route-context.ts";
import { createPublishedLinks } from "../routes/published-links.ts";
import { findSite, readTimeZone } from "../stored-site.ts";
import type { CardContext } from "./card-page.ts";
import { actOnCommentCard, showCommentCard } from "./comment-card-page.ts";
import { actOnInquiryCard, showInquiryCard } from "./inquiry-card-page.ts";
import { type CardLink, createModerationTokens, MODERATION_PREFIX } from "./moderation-token.ts";

/** Enough for a note of 4,000 percent-encoded characters and the form's other fields. */
const NOTE_FORM_MAX_BYTES = 64 * 1024;
const OLD_LINK: Readonly<Record<CardLink["kind"], string>> = {
  comment: "This link is older than seven days. Run octavo comments moderate instead",
  inquiry: "This link is older than 30 days. Run octavo inquiries list instead",
};

export interface ModerationOptions extends OwnerParts {
  readonly published: PublishedSource;
  readonly keys: ApiKeys;
  /**
   * `baseUrl` is the configured public base of the API; null to use the published content's base.
   */
  readonly config: { readonly baseUrl: string | null };
  /** Default: there is no hosted desk. */
  readonly desk?: { readonly place: DeskPlace };
}

/**
 * Answers GET and POST /moderate/{token}: the card of a comment or an inquiry, linked from a
 * message. Only the page's own forms change anything; opening the page does not.
 */
export function createModeration(options: ModerationOptions): (request: Request, path: string) => Promise<RouteAnswer> {
  const { store, published, keys, clock, config, desk } = options;
  const tokens = createModerationTokens(keys, clock);
  const links = createPublishedLinks(published);
  const { findPost } = toDocumentFinder(published);
  const owner = createOwner(toOwnerContext(options));

  const findContext = async (): Promise<CardContext> => {
    const content = await published.current();
    const baseUrl = config.baseUrl ?? content?.baseUrl ?? null;
    const origin = baseUrl === null ? null : new URL(siteOfApi(baseUrl)).origin;
    return {
      ...{ owner, findPost, tokens },
      timeZone: content?.timeZone ?? (await readTimeZone(store)),
      siteName: (await findSite(store, links, content)).name,
      desk: desk === undefined ? null : (toDeskAddress(desk.place, origin)?.url ?? null),
    };
  };

  const answer = async (request: Request, path: string): Promise<RouteAnswer> => {
    const token = path.slice(MODERATION_PREFIX.length);
    const link = tokens.read(token);
    if (link === null) return wrongLink();
    if (!isForPage(request)) return privatePage(403, "This page is only for browser windows");
    if (link.expired) return privatePage(410, OLD_LINK[link.kind]);
    const query = new URL(request.url).searchParams;
    const isForm = request.method === "POST";
    if (isForm && !isOwnSite(request)) return foreignForm();
    if (link.kind === "inquiry") {
      const form = isForm ? await readForm(request, { maxBytes: NOTE_FORM_MAX_BYTES }) : null;
      const visit = { context: await findContext(), link, token };
      return form === null ? showInquiryCard(visit, query) : actOnInquiryCard(visit, form);
    }
    const form = isForm ? await readForm(request) : null;
    const visit = { context: await findContext(), link, token };
    return form === null ? showCommentCard(visit, query) : actOnCommentCard(visit, form);
  };

  return servePrivatePages(answer);
}

/**
 * Scripts, frames and service workers do not get the page. Old browsers do not send the header; the
 * page's token protects them.
 */
function isForPage(request: Request): boolean {
  const destination = request.headers.get("Sec-Fetch-Dest");
  return (destination === null || destination === "document") && !isPreload(request.headers);
}
