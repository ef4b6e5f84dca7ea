import { siteOfApi } from "../../contract/text/base-path.ts";
import type { ApiKeys } from "../route-context.ts";
import { isSameText } from "../same-text.ts";

export const SUBSCRIPTION_PREFIX = "/subscriptions/";

const TOKEN = /^([a-z2-7]{24})\.([A-Za-z0-9_-]{43})$/;

export interface SubscriptionTokens {
  /** @param baseUrl public base of the API */
  link(id: string, baseUrl: string): string;
  /** The subscription's id; null if the token is not valid. */
  read(token: string): string | null;
  /** The hidden field of the page's form. */
  formToken(token: string): string;
  isFormToken(given: string, token: string): boolean;
}

/**
 * `<id>.<HMAC-SHA-256>`, valid as long as the subscription exists: a link in an email must work
 * years later.
 */
export function createSubscriptionTokens({ hash }: Pick<ApiKeys, "hash">): SubscriptionTokens {
  const sign = (id: string): string => Buffer.from(hash("subscription", id)).toString("base64url");
  const formToken = (token: string): string => Buffer.from(hash("subscription-form", token)).toString("base64url");
  return {
    link: (id, baseUrl) => `${siteOfApi(baseUrl)}${SUBSCRIPTION_PREFIX}${id}.${sign(id)}`,
    read: (token) => {
      const [, id = "", signature = ""] = TOKEN.exec(token) ?? [];
      return id !== "" && isSameText(signature, sign(id)) ? id : null;
    },
    formToken,
    isFormToken: (given, token) => isSameText(given, formToken(token)),
  };
}
