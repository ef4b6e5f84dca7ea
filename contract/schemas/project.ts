import { z } from "zod";
import { PROJECT_STATUSES } from "../../kinds/projects.ts";
import { AbsoluteUrl, CalendarDate, Extra, Image, Instant, LabelledLink, LanguageTag, Slug, Tag } from "./values.ts";

export const ProjectStatus = z.enum(PROJECT_STATUSES).meta({ id: "ProjectStatus", description: "How a project stands" });

export const Project = z
  .strictObject({
    slug: Slug.meta({ description: "Names the project in paths of the API" }),
    url: AbsoluteUrl.meta({ description: "The project's page" }),
    title: z.string().meta({ description: "Plain text" }),
    summary: z.string().nullable().meta({ description: "Plain text; null: none" }),
    descriptionHtml: z.string().nullable().meta({ description: "The body as safe HTML; null: none" }),
    status: ProjectStatus.meta({ description: "How the project stands" }),
    role: z.string().nullable().meta({ description: "What the author does or did there; null: not said" }),
    startedOn: CalendarDate.nullable().meta({ description: "First day; null: not said" }),
    endedOn: CalendarDate.nullable().meta({ description: "Last day; null: not ended, or not said" }),
    repositoryUrl: AbsoluteUrl.nullable().meta({ description: "Its source code; null: none" }),
    demoUrl: AbsoluteUrl.nullable().meta({ description: "Where it can be tried; null: none" }),
    links: z.array(LabelledLink).meta({ description: "Other links" }),
    stack: z.array(z.string()).meta({ description: "What it is made with" }),
    license: z.string().nullable().meta({ description: "As written, often an SPDX name; null: not said" }),
    cover: Image.nullable().meta({ description: "Picture at the head; null: none" }),
    gallery: z.array(Image).meta({ description: "Further pictures" }),
    featured: z.boolean().meta({ description: "Whether the author puts it forward" }),
    order: z.int().nullable().meta({ description: "Place the author gives it, the lowest first; null: none" }),
    tags: z.array(Tag).meta({ description: "In the author's order" }),
    language: LanguageTag,
    updatedAt: Instant.nullable().meta({ description: "Last change the author dates; null: undated" }),
    extra: Extra.meta({ description: "The author's own front matter" }),
  })
  .meta({ id: "Project", description: "A project" });
export type ProjectStatus = z.infer<typeof ProjectStatus>;
export type Project = z.infer<typeof Project>;
