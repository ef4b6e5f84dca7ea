import type { PrivacyStore } from "../../privacy-types.ts";
import { createRetentionMark } from "../database/meta.ts";
import type { StoreContext } from "../store-context.ts";
import { readHeldData } from "./held-data.ts";

export function createPrivacy(context: StoreContext): PrivacyStore {
  const { connection, read } = context;
  return {
    ...createRetentionMark(context),
    held: (person) => read(() => readHeldData(connection, person)),
  };
}
