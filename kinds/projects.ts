import type { BuiltInDocuments } from "./document-kind.ts";
import { LANGUAGE_FILTER, TAG_FILTER } from "./list-filter.ts";
import type { ListKindDefinition } from "./list-kind.ts";

const STATUSES = ["planned", "active", "maintained", "archived"] as const;

export const projects = {
  name: "projects",
  one: "project",
  pageSize: 20,
  date: "startedOn",
  order: ["featured=true", "order", "-startedOn"],
  filters: [
    TAG_FILTER,
    { name: "status", type: "enum", values: STATUSES, default: null, column: "posting", member: "status" },
    LANGUAGE_FILTER,
    { name: "period", type: "period", column: "prefix", member: "startedOn" },
  ],
  sorts: ["startedOn", "updatedAt", "title"],
} as const satisfies ListKindDefinition;

export const projectDocuments: BuiltInDocuments = {
  search: { tags: ["tags.name", "stack"], excerpt: ["summary"], cover: "cover", language: "language", hasBodyText: false },
  schema: { name: "Project", description: "A project" },
  about: "Featured ones first, then by the author's order, then latest start.",
  span: ["startedOn", "endedOn"],
  starter: { summary: null, status: "active", startedOn: "{day}" },
  hasLanguage: true,
  inBrief: ["status", "startedOn", "endedOn"],
  members: {
    summary: {
      ...{ type: "text", isOptional: true, names: ["description", "excerpt", "subtitle"] },
      ...{ description: "The project in a sentence", answer: "Plain text; null if none" },
    },
    descriptionHtml: { type: "html", isOptional: true, answer: "The body as HTML; null if none" },
    status: {
      ...{ type: "oneOf", values: STATUSES, isOptional: true, fallback: "active" },
      schema: { name: "ProjectStatus", description: "Status of a project" },
      ...{ description: "Status. Default: active", answer: "Status of the project" },
    },
    role: {
      ...{ type: "text", isOptional: true, description: "Your role in it" },
      answer: "The author's role in it; null if not given",
    },
    startedOn: {
      ...{ type: "date", isOptional: true, names: ["date"], description: "First day: 2024-01-31", answer: "First day; null if not stated" },
    },
    endedOn: { type: "date", isOptional: true, description: "Last day: 2024-01-31", answer: "Last day; null if not ended, or not stated" },
    repositoryUrl: {
      ...{ type: "url", isOptional: true, names: ["repository", "repo", "github"] },
      ...{ description: "Address of its source", answer: "Its source code; null if none" },
    },
    demoUrl: {
      ...{ type: "url", isOptional: true, names: ["demo", "website"] },
      ...{ description: "Address where it can be seen", answer: "Where it can be tried; null if none" },
    },
    links: { type: "links", description: "Other links" },
    stack: {
      ...{
        type: "list",
        want: "want a list of texts",
        description: "Languages, tools and materials: a list of names",
        answer: "Languages, tools and materials",
      },
    },
    license: {
      ...{ type: "text", isOptional: true, description: "License, such as MIT" },
      answer: "As written, often an SPDX name; null if not stated",
    },
    cover: {
      ...{ type: "picture", isOptional: true, description: "Picture: a path relative to the file, or { src, alt }" },
      answer: "Picture at the top; null if none",
    },
    gallery: { type: "pictures", description: "Pictures of it", answer: "More pictures" },
    featured: {
      ...{ type: "boolean", isOptional: true, fallback: false, description: "Whether it is featured" },
      answer: "Whether the author features it",
    },
    order: {
      ...{ type: "number", isOptional: true, multipleOf: 1, want: "want a whole number; small ones come first" },
      description: "Position among the projects: lower numbers come first",
      answer: "Position set by the author, lowest first; null if none",
    },
  },
  example: {
    slug: "harbour-clock",
    title: "Harbour clock",
    summary: "A clock that shows the tide.",
    descriptionHtml: "<p>A clock that shows the tide.</p>",
    status: "maintained",
    role: "Maker",
    startedOn: "2024-03-01",
    repositoryUrl: "https://code.example/ines/harbour-clock",
    stack: ["TypeScript"],
    license: "MIT",
    featured: true,
    order: 1,
    tags: [{ slug: "sea", name: "Sea" }],
    language: "en",
  },
};
