import type { PrivacyStore } from "../../privacy-types.ts";
import { createRetentionMark, readLastErasure } from "../database/meta.ts";
import type { StoreContext } from "../store-context.ts";
import { erasePerson } from "./erase-person.ts";
import { findMentions } from "./find-person.ts";
import { readHeldData } from "./held-data.ts";

export function createPrivacy(context: StoreContext): PrivacyStore {
  const { connection, read } = context;
  return {
    ...createRetentionMark(context),
    erase: (person, until) => erasePerson(context, person, until),
    lastErasure: () => read(() => readLastErasure(connection)),
    mentions: (email) => read(() => findMentions(connection, email)),
    held: (person) => read(() => readHeldData(connection, person)),
  };
}
