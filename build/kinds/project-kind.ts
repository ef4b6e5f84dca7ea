import { ProjectStatus } from "../../contract/schemas/project.ts";
import { calendarDate, instant, links, picture, texts, url } from "../fields/field-values.ts";
import { COVER, REDIRECT_FROM, SCHEDULE, TAGS, UPDATED } from "../fields/front-matter-names.ts";
import { boolean, list, oneOf, optional, text, withDefault } from "../fields/leaf.ts";
import type { EntryOf, ValuesOf } from "./entry.ts";
import { checkOrder, createCommonFields, defineKind, type EntryContext, order, PAGE_FIELDS, redirectFrom, tags } from "./kind.ts";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    summary: optional(text()),
    status: withDefault(oneOf(ProjectStatus.options), "active"),
    role: optional(text()),
    startedOn: optional(calendarDate),
    endedOn: optional(calendarDate),
    repositoryUrl: optional(url),
    demoUrl: optional(url),
    links,
    stack: texts,
    license: optional(text()),
    cover: optional(picture),
    gallery: list(picture, "want a list of pictures"),
    featured: withDefault(boolean, false),
    order: optional(order),
    tags,
    updatedAt: optional(instant(timeZone)),
    ...PAGE_FIELDS,
    redirectFrom,
  };
}

export const projectKind = defineKind({
  kind: "projects",
  fields: createFields,
  names: {
    ...SCHEDULE,
    summary: ["description", "excerpt", "subtitle"],
    updatedAt: UPDATED,
    tags: TAGS,
    cover: COVER,
    startedOn: ["date"],
    repositoryUrl: ["repository", "repo", "github"],
    redirectFrom: REDIRECT_FROM,
    demoUrl: ["demo", "website"],
  },
  toOwn,
});

export type ProjectEntry = EntryOf<"projects", typeof createFields, ReturnType<typeof toOwn>>;

function toOwn({ startedOn, endedOn, cover, gallery }: ValuesOf<typeof createFields>, { document }: EntryContext) {
  checkOrder(startedOn, endedOn, "endedOn", document);
  return { cover: document.picture(cover, ["cover"]), gallery: document.pictures(gallery, "gallery") };
}
