import { DAY_MS } from "../days.ts";
import type { ApiKeys } from "../route-context.ts";
import { isSameText } from "../same-text.ts";
import { isPublicId } from "../store/sqlite/ids.ts";

/** How long a link to a comment is valid, in ms. */
const COMMENT_LINK_MS = 7 * DAY_MS;
/** How long a link to an inquiry is valid, in ms. Answering an inquiry may take weeks. */
const INQUIRY_LINK_MS = 30 * DAY_MS;
/**
 * Links created in the same hour expire together, so that a repeated message has the same text.
 * Some services detect duplicates by their text.
 */
const STEP_MS = 3_600_000;
export const MODERATION_PREFIX = "/moderate/";

/** The content of a link: a comment, and the revision that the owner was notified of. */
export interface CommentLink {
  readonly kind: "comment";
  readonly id: string;
  readonly revision: number;
}

export interface InquiryLink {
  readonly kind: "inquiry";
  readonly id: string;
}

export type CardLink = CommentLink | InquiryLink;

export interface ModerationTokens {
  /** @param site address under which the page is served, without a final slash */
  link(link: CardLink, site: string): string;
  /** null if the token was not issued here. */
  read(token: string): (CardLink & { readonly expired: boolean }) | null;
  /**
   * A token for the page's form. Only somebody who has seen the page at this revision has it.
   * Inquiries always have revision 1.
   */
  formToken(token: string, revision: number): string;
  isFormToken(given: string, token: string, revision: number): boolean;
}

const COMMENT = /^([a-z2-7]{24})\.([1-9]\d{0,8})\.([1-9a-z][0-9a-z]{0,8})\.([A-Za-z0-9_-]{43})$/;
const INQUIRY = /^inquiry\.([a-z2-7]{24})\.([1-9a-z][0-9a-z]{0,8})\.([A-Za-z0-9_-]{43})$/;

/**
 * The formats are `<id>.<revision>.<end>.<signature>` and `inquiry.<id>.<end>.<signature>`: the end
 * in seconds since 1970, base 36; the signature an HMAC-SHA-256. Nothing is stored.
 */
export function createModerationTokens({ hash }: Pick<ApiKeys, "hash">, clock: () => number): ModerationTokens {
  const signComment = (id: string, revision: string, end: string): string => toText(hash("moderation", id, revision, end));
  const signInquiry = (id: string, end: string): string => toText(hash("inquiry-card", id, end));
  const formToken = (token: string, revision: number): string => toText(hash("moderation-form", token, String(revision)));
  const toEnd = (ms: number): string => ((Math.ceil((clock() + ms) / STEP_MS) * STEP_MS) / 1_000).toString(36);
  const isOver = (end: string): boolean => Number.parseInt(end, 36) * 1_000 <= clock();
  return {
    link: (link, site) => {
      const base = `${site}${MODERATION_PREFIX}`;
      if (link.kind === "inquiry") {
        const end = toEnd(INQUIRY_LINK_MS);
        return `${base}inquiry.${link.id}.${end}.${signInquiry(link.id, end)}`;
      }
      const [revision, end] = [String(link.revision), toEnd(COMMENT_LINK_MS)];
      return `${base}${link.id}.${revision}.${end}.${signComment(link.id, revision, end)}`;
    },
    read: (token) => {
      if (token.startsWith("inquiry.")) {
        const [, id = "", end = "", signature = ""] = INQUIRY.exec(token) ?? [];
        return isPublicId(id) && isSameText(signature, signInquiry(id, end)) ? { kind: "inquiry", id, expired: isOver(end) } : null;
      }
      const [, id = "", revision = "", end = "", signature = ""] = COMMENT.exec(token) ?? [];
      if (!isPublicId(id) || !isSameText(signature, signComment(id, revision, end))) return null;
      return { kind: "comment", id, revision: Number(revision), expired: isOver(end) };
    },
    formToken,
    isFormToken: (given, token, revision) => isSameText(given, formToken(token, revision)),
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
