import type { NoticeKind } from "../store/notice-types.ts";
import type { ReplySubscription } from "../store/subscription-types.ts";
import { type OwnerMessage, toOneLine } from "./owner-message.ts";

export interface ReplyNoticeParts {
  readonly post: { readonly title: string; readonly url: string | null };
  readonly site: { readonly name: string; readonly url: string };
  /** The page where it is confirmed and ended. */
  readonly link: string;
}

/** A mail to a visitor: nothing in it is a visitor's text, so that nobody can have one sent to somebody else. null: nothing is to be sent any more. */
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
          "You, or somebody with your address, asked for a mail when it is answered. If you want that, confirm it here:",
          link,
          "",
          "If not, do nothing: no mail follows, and the address is deleted within 30 days, or at once on that page.",
        ]
      : [`Your comment on "${postTitle}" has a reply:`, ...page, "", "No more of these mails, and the address deleted:", link];
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
