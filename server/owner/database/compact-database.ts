import { z } from "zod";
import { compactDatabase } from "../../store/sqlite/database/compaction.ts";
import { defineOperation } from "../owner-operation.ts";
import { runForResult } from "../tools/run-for-result.ts";

const Compacted = z.strictObject({
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  /** False if another process reads all the time. The next start tries again. */
  isFinished: z.boolean(),
});

/**
 * Rewrites the database, so that no unused part of it holds erased data. A server does it in a
 * process of its own: it goes on reading, and visitors' writes wait.
 */
export const compactErased = defineOperation({
  name: "privacy.compact",
  scope: "erase",
  about: "Rewrites the database, so that no unused part of it holds erased data",
  input: z.strictObject({}),
  output: Compacted,
  run: async ({ file, readersWaitMs, runCommand }) => {
    if (runCommand !== null) return runForResult(runCommand, ["db", "compact", "--db", file], Compacted);
    const { bytesBefore, bytesAfter, isFinished } = compactDatabase(file, readersWaitMs === null ? {} : { readersWaitMs });
    return { bytesBefore, bytesAfter, isFinished };
  },
});
