import { createComments } from "../sqlite/comments/comment-store.ts";
import { createInquiries } from "../sqlite/inquiry-store.ts";
import { createLikes } from "../sqlite/like-store.ts";
import { createAccess } from "../sqlite/owner/access-store.ts";
import type { StoreContext } from "../sqlite/store-context.ts";
import type { Store } from "../store.ts";
import { createDeskAttempts } from "./desk-attempts.ts";
import type { BrakedKind, RowBrakes } from "./row-brakes.ts";

export type BrakedStores = Pick<Store, "likes" | "comments" | "inquiries" | "access">;

/** Adds brakes to visitors' writes. The owner's writes use other methods. */
export function brakeStrangers(context: StoreContext, stores: BrakedStores, brakes: RowBrakes): BrakedStores {
  const { likes, comments, inquiries, access } = stores;
  const braked = (kind: BrakedKind): StoreContext => ({ ...context, write: brakes.brake(kind, context.write) });
  const { like, unlike } = createLikes(braked("likes"));
  const { submit, edit } = createComments(braked("submissions"));
  const { withdraw } = createComments(braked("withdrawals"));
  const addWrongSignIn = createDeskAttempts(context, brakes);
  const { addAttempt } = createAccess(braked("signIns"));
  return {
    access: {
      ...access,
      addAttempt: (kind, client, limits) => {
        if (kind === "sign-in") return addWrongSignIn(kind, client, limits);
        // Only browsers that the owner has used have no limit over all clients.
        return limits.all === null ? access.addAttempt(kind, client, limits) : addAttempt(kind, client, limits);
      },
    },
    likes: { ...likes, like, unlike },
    comments: { ...comments, submit, edit, withdraw },
    inquiries: { ...inquiries, submit: createInquiries(braked("submissions")).submit },
  };
}
