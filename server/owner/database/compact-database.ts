import { z } from "zod";
import { defineOperation } from "../owner-operation.ts";

const Compacted = z.strictObject({
  bytesBefore: z.int(),
  bytesAfter: z.int(),
  /** False if another process keeps reading the database. The next start tries again. */
  isFinished: z.boolean(),
});

/**
 * Rewrites the database, so that no unused part of it contains erased data. A server does this in a
 * separate process: reading continues, and visitors' writes wait.
 */
export const compactErased = defineOperation({
  name: "privacy.compact",
  scope: "erase",
  about: "Rewrites the database, so that no unused part of it holds erased data",
  input: z.strictObject({}),
  output: Compacted,
  run: async ({ host }) => {
    const { bytesBefore, bytesAfter, isFinished } = await host.compact();
    return { bytesBefore, bytesAfter, isFinished };
  },
});
