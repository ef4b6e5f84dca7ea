import { siteOfApi } from "../../contract/text/base-path.ts";
import { DAY_MS } from "../days.ts";
import type { ApiKeys } from "../route-context.ts";
import { isSameText } from "../same-text.ts";
import { isPublicId } from "../store/sqlite/ids.ts";

/** How long a link in a mail is valid, ms. */
const LINK_MS = 7 * DAY_MS;
export const MODERATION_PREFIX = "/moderate/";

/** The content of a link: a comment, and the revision that the owner was notified of. */
export interface ModerationLink {
  readonly id: string;
  readonly revision: number;
}

export interface ModerationTokens {
  /** @param baseUrl public base of the API */
  link(link: ModerationLink, baseUrl: string): string;
  /** null if the token is not ours. */
  read(token: string): (ModerationLink & { readonly expired: boolean }) | null;
  /** A token for the page's form. Only somebody who has seen the page at this revision has it. */
  formToken(token: string, revision: number): string;
  isFormToken(given: string, token: string, revision: number): boolean;
}

const TOKEN = /^([a-z2-7]{24})\.([1-9]\d{0,8})\.([1-9a-z][0-9a-z]{0,8})\.([A-Za-z0-9_-]{43})$/;

/**
 * The format is `<id>.<revision>.<end, seconds since 1970, base 36>.<HMAC-SHA-256>`. Nothing is
 * stored.
 */
export function createModerationTokens({ hash }: Pick<ApiKeys, "hash">, clock: () => number): ModerationTokens {
  const sign = (id: string, revision: string, end: string): string => toText(hash("moderation", id, revision, end));
  const formToken = (token: string, revision: number): string => toText(hash("moderation-form", token, String(revision)));
  return {
    link: ({ id, revision }, baseUrl) => {
      const end = Math.floor((clock() + LINK_MS) / 1_000).toString(36);
      return `${siteOfApi(baseUrl)}${MODERATION_PREFIX}${id}.${revision}.${end}.${sign(id, String(revision), end)}`;
    },
    read: (token) => {
      const [, id = "", revision = "", end = "", signature = ""] = TOKEN.exec(token) ?? [];
      if (!isPublicId(id) || !isSameText(signature, sign(id, revision, end))) return null;
      return { id, revision: Number(revision), expired: Number.parseInt(end, 36) * 1_000 <= clock() };
    },
    formToken,
    isFormToken: (given, token, revision) => isSameText(given, formToken(token, revision)),
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
