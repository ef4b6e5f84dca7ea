import { z } from "zod";
import { Count } from "./values.ts";

const Words = z
  .strictObject({ one: z.string().meta({ description: "One document" }), many: z.string().meta({ description: "Several" }) })
  .meta({ id: "KindWords", description: "What people call documents of a kind" });

const KindFilter = z
  .strictObject({
    name: z.string().meta({ description: "The query parameter" }),
    type: z
      .enum(["slug", "oneOf", "boolean", "number", "text", "language", "instant"])
      .meta({ description: "What the parameter takes; `text` in any case and with any white space" }),
    values: z.array(z.string()).nullable().meta({ description: "The values of `oneOf`; null: any" }),
  })
  .meta({ id: "KindFilter", description: "A parameter that filters a list" });

export const Kind = z
  .strictObject({
    name: z.string().meta({ description: "Names the kind in paths of the API" }),
    path: z.string().meta({ description: "Path of its list below the base address" }),
    words: Words.meta({ description: "What people call its documents" }),
    builtIn: z.boolean().meta({ description: "False: this site defines it" }),
    count: Count.meta({ description: "Published documents" }),
    page: z.string().nullable().meta({ description: "Pattern of the paths of its pages; null: it has none" }),
    date: z.string().nullable().meta({ description: "The member by which documents are dated; null: none" }),
    tags: z.boolean().meta({ description: "Whether its documents have tags" }),
    search: z.boolean().meta({ description: "Whether search finds its documents" }),
    filters: z.array(KindFilter).meta({ description: "Parameters that filter its list" }),
    order: z
      .array(z.string())
      .meta({ description: "Keys of the list's order; `-` before what descends, `=` before a value that comes first" }),
    sorts: z.array(z.string()).meta({ description: "Keys that a `sort` parameter takes" }),
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: "JSON Schema 2020-12 of an item of the list; references are relative to this document's address" }),
  })
  .meta({ id: "Kind", description: "A kind of content" });

export const KindList = z
  .strictObject({ items: z.array(Kind).meta({ description: "Built-in kinds with a list first, then those that the site defines" }) })
  .meta({ id: "KindList", description: "All kinds of content with a list" });

export type Kind = z.infer<typeof Kind>;
