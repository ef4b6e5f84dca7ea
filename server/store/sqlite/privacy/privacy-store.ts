import type { PrivacyStore } from "../../privacy-types.ts";
import { createErasureListMark, createRetentionMark, isCompactionDue, readLastErasure } from "../database/meta.ts";
import type { StoreContext } from "../store-context.ts";
import { holdsAnythingUntil, readAppliedErasures, recordErasures, replayErasures } from "./applied-erasures.ts";
import { erasePerson } from "./erase-person.ts";
import { findMentions } from "./find-person.ts";
import { readHeldData } from "./held-data.ts";

export function createPrivacy(context: StoreContext): PrivacyStore {
  const { connection, read, write } = context;
  return {
    ...createRetentionMark(context),
    ...createErasureListMark(context),
    erase: (person, until) => erasePerson(context, person, until),
    appliedErasures: () => read(() => readAppliedErasures(connection)),
    recordErasures: (erasures) => write(() => recordErasures(connection, erasures)),
    replay: (replay) => write((now) => replayErasures(connection, replay, now)),
    holdsAnythingUntil: (until) => read(() => holdsAnythingUntil(connection, until)),
    compactionDue: () => read(() => isCompactionDue(connection)),
    lastErasure: () => read(() => readLastErasure(connection)),
    mentions: (email) => read(() => findMentions(connection, email)),
    held: (person) => read(() => readHeldData(connection, person)),
  };
}
