import { SeriesStatus } from "../../contract/schemas/post.ts";
import { picture } from "../fields/field-values.ts";
import { COVER, SCHEDULE } from "../fields/front-matter-names.ts";
import { oneOf, optional, text, withDefault } from "../fields/leaf.ts";
import type { EntryOf, ValuesOf } from "./entry.ts";
import { createCommonFields, defineKind, type EntryContext } from "./kind.ts";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    description: optional(text()),
    cover: optional(picture),
    status: withDefault(oneOf(SeriesStatus.options), "ongoing"),
  };
}

export const seriesKind = defineKind({
  kind: "series",
  fields: createFields,
  names: { ...SCHEDULE, description: ["summary"], cover: COVER },
  toOwn,
});

export type SeriesEntry = EntryOf<"series", typeof createFields, ReturnType<typeof toOwn>>;

function toOwn({ cover }: ValuesOf<typeof createFields>, { document }: EntryContext) {
  return { cover: document.picture(cover, ["cover"]) };
}
