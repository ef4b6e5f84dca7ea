import type { NoticeKind } from "../store/notice-types.ts";
import type { ReplySubscription } from "../store/subscription-types.ts";
import { type OwnerMessage, toOneLine } from "./owner-message.ts";

export interface ReplyNoticeParts {
  readonly post: { readonly title: string; readonly url: string | null };
  readonly site: { readonly name: string; readonly url: string };
  /** The page to confirm and end the mails. */
  readonly link: string;
}

/**
 * Composes a mail to a visitor. It contains no visitor's text, so nobody can send text to somebody
 * else through it. Null if there is nothing left to send.
 */
export function composeReplyNotice(
  kind: Extract<NoticeKind, "confirmation" | "replies">,
  { email, isPublic, isConfirmed }: ReplySubscription,
  { post, site, link }: ReplyNoticeParts,
): Pick<OwnerMessage, "kind" | "title" | "text" | "privateText" | "link" | "replyTo" | "data" | "to" | "unsubscribeUrl"> | null {
  if (!isPublic || isConfirmed !== (kind === "replies")) return null;
  const [postTitle, siteName] = [toOneLine(post.title), toOneLine(site.name)];
  const page = post.url === null ? [] : [post.url];
  const lines =
    kind === "confirmation"
      ? [
          `Your comment on "${postTitle}" is public:`,
          ...page,
          "",
          "You, or somebody using your address, asked to be notified of replies. To confirm, open:",
          link,
          "",
          "Otherwise do nothing. You get no more mails, and the address is deleted within 30 days, or at once on that page.",
        ]
      : [`Your comment on "${postTitle}" has a reply:`, ...page, "", "To stop these mails and delete your address, open:", link];
  const text = `${[...lines, "", `${siteName}, ${site.url}`].join("\n")}\n`;
  return {
    kind,
    title: toOneLine(
      kind === "confirmation" ? `Replies to your comment on ${siteName}: please confirm` : `A reply to your comment on ${siteName}`,
    ),
    text,
    privateText: text,
    link: post.url,
    replyTo: null,
    data: {},
    to: { name: "", address: email },
    unsubscribeUrl: link,
  };
}
