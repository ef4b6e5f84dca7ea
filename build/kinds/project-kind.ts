import { PROJECT_STATUSES } from "../../kinds/projects.ts";
import { calendarDate, language, links, picture, texts, updatedAt, url } from "../fields/field-values.ts";
import { COVER, REDIRECT_FROM, SCHEDULE, TAGS, UPDATED } from "../fields/front-matter-names.ts";
import { boolean, list, oneOf, optional, text, withDefault } from "../fields/leaf.ts";
import type { EntryOf, ValuesOf } from "./entry.ts";
import {
  checkOrder,
  cover,
  createCommonFields,
  defineBuiltInKind,
  type EntryContext,
  order,
  PAGE_FIELDS,
  redirectFrom,
  tags,
} from "./kind.ts";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    summary: optional(text()).describe("What it is, in a sentence"),
    status: withDefault(oneOf(PROJECT_STATUSES), "active").describe("Where it stands. Default: active"),
    role: optional(text()).describe("What you did in it"),
    startedOn: optional(calendarDate).describe("First day: 2024-01-31"),
    endedOn: optional(calendarDate).describe("Last day: 2024-01-31"),
    repositoryUrl: optional(url).describe("Address of its source"),
    demoUrl: optional(url).describe("Address where it can be seen"),
    links: links.describe("Other links"),
    stack: texts.describe("What it is made with: a list of names"),
    license: optional(text()).describe("License, such as MIT"),
    cover,
    gallery: list(picture, "want a list of pictures").describe("Pictures of it"),
    featured: withDefault(boolean, false).describe("Whether it is featured"),
    order: optional(order).describe("Place among the projects: small ones come first"),
    tags,
    language: optional(language).describe("Language of the project's text, a BCP 47 tag. Default: the site's"),
    updatedAt: updatedAt(timeZone),
    ...PAGE_FIELDS,
    redirectFrom,
  };
}

export const projectKind = defineBuiltInKind({
  kind: "projects",
  fields: createFields,
  names: {
    ...SCHEDULE,
    summary: ["description", "excerpt", "subtitle"],
    updatedAt: UPDATED,
    tags: TAGS,
    cover: COVER,
    language: ["lang"],
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
