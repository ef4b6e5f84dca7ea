import { SERIES_STATUSES } from "../../kinds/posts.ts";
import type { EntryOf, ValuesOf } from "./document/entry.ts";
import { cover, createCommonFields, defineBuiltInKind, type EntryContext } from "./document/kind.ts";
import { COVER, SCHEDULE } from "./fields/front-matter-names.ts";
import { oneOf, optional, text, withDefault } from "./fields/leaf.ts";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    description: optional(text()).describe("Subject of the series"),
    cover,
    status: withDefault(oneOf(SERIES_STATUSES), "ongoing").describe("Whether more posts will follow. Default: ongoing"),
  };
}

export const seriesKind = defineBuiltInKind({
  kind: "series",
  fields: createFields,
  names: { ...SCHEDULE, description: ["summary"], cover: COVER },
  toOwn,
});

export type SeriesEntry = EntryOf<"series", typeof createFields, ReturnType<typeof toOwn>>;

function toOwn({ cover }: ValuesOf<typeof createFields>, { document }: EntryContext) {
  return { cover: document.picture(cover, ["cover"]) };
}
