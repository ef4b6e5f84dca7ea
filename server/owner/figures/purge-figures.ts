import { z } from "zod";
import { defineOperation, OwnerError } from "../owner-operation.ts";
import { Days, Purged } from "./figure-schemas.ts";

/** Deletes the figures of past days. */
export const figuresPurge = defineOperation({
  name: "engagement.purge",
  scope: "erase",
  about: "Deletes all figures of some past days for good",
  input: z.strictObject(Days),
  output: Purged,
  run: async ({ store: { engagement } }, days) => {
    try {
      return await engagement.purge(days);
    } catch (error) {
      if (error instanceof RangeError)
        throw new OwnerError(error.message, "only days up to yesterday (UTC) can be deleted", { cause: error });
      throw error;
    }
  },
});
