import { z } from "zod";
import { INDEX_PREFIX } from "../../../contract/paths.ts";
import { putBelow, toApiBase } from "../../../contract/text/base-path.ts";
import type { HeldData } from "../../store/privacy-types.ts";
import { toPublicUrl } from "../../stored-site.ts";
import { defineOperation } from "../owner-operation.ts";
import { Held, PersonChoice, toPersonQuery } from "./person.ts";

/** Everything stored about a person, and everything that an erasure would not reach. */
export const showPerson = defineOperation({
  name: "privacy.show",
  scope: "erase",
  about: "Shows all data about a person, and the copies that an erasure would not reach",
  input: z.strictObject({ person: PersonChoice }),
  output: z.strictObject({
    held: Held,
    /** Other people's records whose text contains the address. They are not erased. */
    mentions: z.array(z.strictObject({ kind: z.enum(["comment", "inquiry", "ban"]), id: z.string() })),
    /**
     * Addresses that caches may have, or paths if the site's address is not known. A final `*`
     * marks a prefix.
     */
    purge: z.array(z.string()),
    copies: z.array(z.strictObject({ file: z.string(), at: z.string().nullable() })),
  }),
  run: async (context, { person }) => {
    const { privacy, site } = context.store;
    const query = await toPersonQuery(context, person);
    const held = await privacy.held(query);
    const storedSite = await site.get();
    return {
      held: Object.fromEntries(Object.entries(held).map(([kind, rows]) => [kind, [...rows]])),
      mentions: "email" in query ? [...(await privacy.mentions(query.email))] : [],
      purge: toPurge(held, storedSite === null ? null : toPublicUrl(storedSite)),
      copies: context.host.knownCopies().map(({ file, at }) => ({ file, at })),
    };
  },
});

/**
 * Addresses of everything that may have been public. A comment that was never decided on was never
 * public.
 */
function toPurge({ comments = [] }: HeldData, url: string | null): string[] {
  const posts = new Set(
    comments.flatMap(({ post, state, decidedAt }) => (state === "approved" || decidedAt !== null ? [String(post)] : [])),
  );
  if (posts.size === 0) return [];
  const site = url?.replace(/\/+$/, "") ?? "";
  const base = toApiBase(site);
  return [
    ...[...posts].sort().map((slug) => putBelow(base, `/posts/${slug}/comments*`)),
    putBelow(base, "/comments*"),
    putBelow(base, "/counts"),
    putBelow(site, `${INDEX_PREFIX}/comments*`),
  ];
}
