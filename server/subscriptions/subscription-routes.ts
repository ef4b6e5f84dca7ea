import { readForm } from "../http/body.ts";
import { foreignForm, isOwnSite, privatePage, servePrivatePages, unreadableForm, wrongLink } from "../http/pages/private-page.ts";
import type { RouteAnswer } from "../http/respond.ts";
import type { ApiKeys } from "../route-context.ts";
import type { Store } from "../store/store.ts";
import type { ReplySubscription } from "../store/subscription-types.ts";
import { createSubscriptionTokens, SUBSCRIPTION_PREFIX } from "./subscription-token.ts";

/**
 * RFC 8058: a mail program sends this when its unsubscribe button is pressed, from any origin and
 * without having read the page.
 */
const ONE_CLICK = "One-Click";
const ENDED = "Done. You will get no more of these emails, and your address is deleted";

export interface SubscriptionOptions {
  readonly store: Pick<Store, "subscriptions">;
  readonly keys: ApiKeys;
}

/**
 * Answers GET and POST /subscriptions/{token}, where visitors confirm or end notifications of
 * replies. Opening the page changes nothing.
 */
export function createSubscriptionPages({ store, keys }: SubscriptionOptions): (request: Request, path: string) => Promise<RouteAnswer> {
  const tokens = createSubscriptionTokens(keys);

  const act = async (request: Request, id: string, token: string): Promise<RouteAnswer> => {
    const form = await readForm(request, { multipart: true });
    if (form.get("List-Unsubscribe") === ONE_CLICK) {
      await store.subscriptions.end(id);
      return privatePage(200, ENDED);
    }
    if (!isOwnSite(request) || !tokens.isFormToken(form.get("form") ?? "", token)) return foreignForm();
    if (form.get("action") === "end") {
      await store.subscriptions.end(id);
      return privatePage(200, ENDED);
    }
    if (form.get("action") !== "confirm") return unreadableForm();
    return (await store.subscriptions.confirm(id)) ? privatePage(200, "Done. You will get an email when somebody replies") : gone();
  };

  const answer = async (request: Request, path: string): Promise<RouteAnswer> => {
    const token = path.slice(SUBSCRIPTION_PREFIX.length);
    const id = tokens.read(token);
    if (id === null) return wrongLink();
    if (request.method === "POST") return act(request, id, token);
    const found = await store.subscriptions.get(id);
    return found === null ? gone() : subscriptionPage(found, tokens.formToken(token));
  };

  return servePrivatePages(answer);
}

function gone(): RouteAnswer {
  return privatePage(200, "No emails are sent, and no address is stored");
}

function subscriptionPage({ isConfirmed }: ReplySubscription, formToken: string): RouteAnswer {
  const title = isConfirmed ? "You are notified of replies to your comment" : "Do you want an email when somebody replies to your comment?";
  const confirm = isConfirmed ? "" : '<p><button type="submit" name="action" value="confirm">Yes, notify me of replies</button></p>\n';
  const content = `<p>Your address is used only for these emails, at most one a day, and deleted when you end them.</p>
<form method="post">
<input type="hidden" name="form" value="${formToken}">
${confirm}<p><button type="submit" name="action" value="end">${isConfirmed ? "No more emails" : "No, delete the address"}</button></p>
</form>
`;
  return privatePage(200, title, content);
}
