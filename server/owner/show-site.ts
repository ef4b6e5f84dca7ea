import { z } from "zod";
import { readTimeZone } from "../stored-site.ts";
import { defineOperation } from "./owner-operation.ts";

/** Facts that every front end shows besides comments, inquiries and figures. */
export const showSite = defineOperation({
  name: "site.show",
  scope: "read",
  about: "Shows the site's name and time zone, and anything that needs the owner's attention",
  input: z.strictObject({}),
  output: z.strictObject({
    /** null until a server has read the published content. */
    site: z
      .strictObject({
        name: z.string(),
        url: z.string(),
        timeZone: z.string(),
        author: z.strictObject({ name: z.string(), url: z.string().nullable() }).nullable(),
      })
      .nullable(),
    /** The site's time zone, if this runtime knows it, otherwise UTC. */
    timeZone: z.string(),
    /** Exhausted daily totals over all clients. */
    usedUp: z.array(z.strictObject({ key: z.string(), limit: z.int(), refused: z.int() })),
    /** Rescued databases that were neither restored nor dismissed. */
    rescued: z.array(z.strictObject({ file: z.string(), at: z.string() })),
  }),
  run: async ({ store, host }) => ({
    site: await store.site.get(),
    timeZone: await readTimeZone(store),
    usedUp: await store.totals.usedUp(),
    rescued: host.rescuedFiles().map(({ file, at }) => ({ file, at })),
  }),
});
