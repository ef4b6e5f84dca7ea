import { createComments } from "../sqlite/comments/comment-store.ts";
import { createInquiries } from "../sqlite/inquiry-store.ts";
import { createLikes } from "../sqlite/like-store.ts";
import type { StoreContext } from "../sqlite/store-context.ts";
import type { Store } from "../store.ts";
import type { BrakedKind, RowBrakes } from "./row-brakes.ts";

export type BrakedStores = Pick<Store, "likes" | "comments" | "inquiries">;

/** Puts the brakes before strangers' writes. The owner's go by other methods. */
export function brakeStrangers(context: StoreContext, { likes, comments, inquiries }: BrakedStores, { brake }: RowBrakes): BrakedStores {
  const braked = (kind: BrakedKind): StoreContext => ({ ...context, write: brake(kind, context.write) });
  const { like, unlike } = createLikes(braked("likes"));
  const { submit, edit } = createComments(braked("submissions"));
  const { withdraw } = createComments(braked("withdrawals"));
  return {
    likes: { ...likes, like, unlike },
    comments: { ...comments, submit, edit, withdraw },
    inquiries: { ...inquiries, submit: createInquiries(braked("submissions")).submit },
  };
}
