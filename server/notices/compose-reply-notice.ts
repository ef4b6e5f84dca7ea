import type { NoticeKind } from "../store/notice-types.ts";
import type { ReplySubscription } from "../store/subscription-types.ts";
import { type MessagePart, type MessageTexts, paragraph, toMessageTexts } from "./message-parts.ts";
import { type OwnerMessage, toOneLine } from "./owner-message.ts";

export interface ReplyNoticeParts {
  readonly post: { readonly title: string; readonly url: string | null };
  readonly site: { readonly name: string; readonly url: string };
  /** The page where the visitor confirms or ends the emails. */
  readonly link: string;
}

/**
 * Composes an email to a visitor. It contains no visitor's text, so nobody can send text to
 * somebody else through it. Null if there is nothing left to send.
 */
export function composeReplyNotice(
  kind: Extract<NoticeKind, "confirmation" | "replies">,
  { email, isPublic, isConfirmed }: ReplySubscription,
  { post, site, link }: ReplyNoticeParts,
): Pick<OwnerMessage, "kind" | "title" | keyof MessageTexts | "link" | "replyTo" | "data" | "to" | "unsubscribeUrl"> | null {
  if (!isPublic || isConfirmed !== (kind === "replies")) return null;
  const [postTitle, siteName] = [toOneLine(post.title), toOneLine(site.name)];
  const page = post.url === null ? [] : [{ url: post.url }];
  const parts: readonly MessagePart[] =
    kind === "confirmation"
      ? [
          paragraph(`Your comment on "${postTitle}" is public:`, ...page),
          {
            kind: "link",
            lead: "You, or somebody using your address, asked to be notified of replies. To confirm, open:",
            button: { label: "Confirm", url: link },
          },
          paragraph(
            "Otherwise do nothing. You will get no more emails, and the address is deleted within 30 days, or immediately on that page.",
          ),
          paragraph(`${siteName}, ${site.url}`),
        ]
      : [
          paragraph(`Your comment on "${postTitle}" has a reply:`, ...page),
          { kind: "link", lead: "To stop these emails and delete your address, open:", button: { label: "No more emails", url: link } },
          paragraph(`${siteName}, ${site.url}`),
        ];
  return {
    kind,
    title: toOneLine(
      kind === "confirmation" ? `Replies to your comment on ${siteName}: please confirm` : `A reply to your comment on ${siteName}`,
    ),
    ...toMessageTexts(parts),
    link: post.url,
    replyTo: null,
    data: {},
    to: { name: "", address: email },
    unsubscribeUrl: link,
  };
}
