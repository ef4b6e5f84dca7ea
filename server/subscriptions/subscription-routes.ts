import { escapeHtml } from "../../contract/text/escape-html.ts";
import { readForm } from "../http/body.ts";
import { Failure } from "../http/http-failure.ts";
import { toFailure } from "../http/http-problems.ts";
import { noContent, type RouteAnswer } from "../http/respond.ts";
import { moderationPage, PAGE_HEADERS } from "../moderation/moderation-page.ts";
import type { ApiKeys } from "../route-context.ts";
import type { Store } from "../store/store.ts";
import type { ReplySubscription } from "../store/subscription-types.ts";
import { createSubscriptionTokens, SUBSCRIPTION_PREFIX } from "./subscription-token.ts";

const METHODS = "GET, HEAD, POST, OPTIONS";
/** Two short fields; as multipart some lines more. */
const FORM_MAX_BYTES = 4_096;
/** RFC 8058: what a mail program sends for whoever presses its button, from anywhere, without ever having read the page. */
const ONE_CLICK = "One-Click";
const ENDED = "Done. No more mails about it come, and the address is deleted";

export interface SubscriptionOptions {
  readonly store: Pick<Store, "subscriptions">;
  readonly keys: ApiKeys;
}

/** GET and POST /subscriptions/{token}: where visitors confirm that they want to be told of replies, and end it. Reading the page changes nothing. */
export function createSubscriptionPages({ store, keys }: SubscriptionOptions): (request: Request, path: string) => Promise<RouteAnswer> {
  const tokens = createSubscriptionTokens(keys);

  const act = async (request: Request, id: string, token: string): Promise<RouteAnswer> => {
    const form = await readForm(request, FORM_MAX_BYTES, { multipart: true });
    if (form.get("List-Unsubscribe") === ONE_CLICK) {
      await store.subscriptions.end(id);
      return moderationPage(200, ENDED);
    }
    const site = request.headers.get("Sec-Fetch-Site");
    const isOwn = (site === null || site === "same-origin") && tokens.isFormToken(form.get("form") ?? "", token);
    if (!isOwn) return moderationPage(403, "This was not sent from the page of the link. Nothing is changed");
    if (form.get("action") === "end") {
      await store.subscriptions.end(id);
      return moderationPage(200, ENDED);
    }
    if (form.get("action") !== "confirm") return moderationPage(400, "This form cannot be read");
    return (await store.subscriptions.confirm(id)) ? moderationPage(200, "Done. A mail comes when somebody answers") : gone();
  };

  const answer = async (request: Request, path: string): Promise<RouteAnswer> => {
    const { method } = request;
    if (method === "OPTIONS") return noContent({ Allow: METHODS });
    if (!["GET", "HEAD", "POST"].includes(method))
      return moderationPage(405, "This page can be read, and its form sent", null, { Allow: METHODS });
    const token = path.slice(SUBSCRIPTION_PREFIX.length);
    const id = tokens.read(token);
    if (id === null) return moderationPage(404, "This link is not right. Copy it whole from the mail");
    if (method === "POST") return act(request, id, token);
    const found = await store.subscriptions.get(id);
    return found === null ? gone() : subscriptionPage(found, tokens.formToken(token));
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
  return moderationPage(200, "Nothing is sent, and no address is kept for it");
}

function subscriptionPage({ isConfirmed }: ReplySubscription, formToken: string): RouteAnswer {
  const title = isConfirmed ? "You are told of replies to your comment" : "Do you want a mail when somebody answers your comment?";
  const confirm = isConfirmed ? "" : '<p><button name="action" value="confirm">Yes, tell me of replies</button></p>\n';
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>The address is kept for these mails alone, one a day at most, and deleted when you end them.</p>
<form method="post">
<input type="hidden" name="form" value="${formToken}">
${confirm}<p><button name="action" value="end">${isConfirmed ? "No more mails" : "No, delete the address"}</button></p>
</form>
</body>
</html>
`;
  return { status: 200, body, headers: PAGE_HEADERS };
}
