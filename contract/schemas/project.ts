import { z } from "zod";
import { PROJECT_STATUSES } from "../statuses.ts";
import { AbsoluteUrl, CalendarDate, Extra, Image, Instant, LabelledLink, Slug, Tag } from "./values.ts";

export const ProjectStatus = z.enum(PROJECT_STATUSES).meta({ id: "ProjectStatus" });

export const Project = z
  .strictObject({
    slug: Slug,
    url: AbsoluteUrl,
    title: z.string(),
    summary: z.string().nullable(),
    descriptionHtml: z.string().nullable(),
    status: ProjectStatus,
    role: z.string().nullable(),
    startedOn: CalendarDate.nullable(),
    endedOn: CalendarDate.nullable(),
    repositoryUrl: AbsoluteUrl.nullable(),
    demoUrl: AbsoluteUrl.nullable(),
    links: z.array(LabelledLink),
    stack: z.array(z.string()),
    license: z.string().nullable(),
    cover: Image.nullable(),
    gallery: z.array(Image),
    featured: z.boolean(),
    order: z.int().nullable(),
    tags: z.array(Tag),
    updatedAt: Instant.nullable(),
    extra: Extra,
  })
  .meta({ id: "Project" });
export type ProjectStatus = z.infer<typeof ProjectStatus>;
export type Project = z.infer<typeof Project>;
