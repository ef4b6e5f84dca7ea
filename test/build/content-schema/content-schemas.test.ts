import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, it } from "vitest";
import { createContentSchemas } from "../../../build/content-schema/content-schemas.ts";
import { KINDS } from "../../../build/kinds/kinds.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { Numeral } from "../../../build/sources/data-values.ts";
import { readDocument } from "../../../build/sources/files/raw-document.ts";

const ROOT = join(import.meta.dirname, "../../..");
const schemas = createContentSchemas();
const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
const validators = new Map<string, ValidateFunction>(Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]));

/** Returns values as an editor sees them. */
function toPlain(value: unknown): unknown {
  if (value instanceof Numeral) return value.value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]));
}

function problems(name: string, values: unknown): string[] {
  const validator = validators.get(name) ?? expect.fail(`there is no schema ${name}`);
  return validator(values) ? [] : (validator.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const SINGLE: Readonly<Record<string, string>> = {
  "site.yaml": "site",
  "tags.yaml": "tags",
  "categories.yaml": "categories",
  "albums.yaml": "albums",
  "authors.yaml": "authors",
  "about.md": "about",
  "services-page.yaml": "services-page",
};

describe("the JSON Schemas of the content", () => {
  const files = readdirSync(join(ROOT, "content"), { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:md|yaml)$/.test(name));

  it("accept every document of the sample site", () => {
    expect(files.length).toBeGreaterThan(60);
    for (const relative of files) {
      const raw = readDocument({ path: relative, relative, absolute: join(ROOT, "content", relative) }, new Diagnostics());
      const name = SINGLE[relative] ?? relative.split("/")[0] ?? "";
      expect([relative, problems(name, toPlain(raw?.data))]).toEqual([relative, []]);
    }
  });

  it.each([
    [
      "posts",
      {
        title: "A",
        draft: "Yes",
        tags: "a, b",
        cover: { path: "a.jpg", alt: null },
        video: "https://v.example/x",
        author: ["A", "B"],
        series: "s",
      },
    ],
    ["posts", { title: 1984, publishedAt: null, mood: "calm", heroImage: "a.jpg" }],
    ["books", { title: "A", status: "reading", authors: "One", rating: 4.5, isbn10: 306406152 }],
    ["books", { title: "A", status: "reading", authors: { name: "One" } }],
    ["photos", { title: "A", image: "a.jpg", album: "Winter" }],
    ["photos", { title: "A", src: "a.jpg" }],
    ["site", { name: "A", url: "https://a.example", author: { name: "I", email: "i@a.example" } }],
    ["tags", { typescript: "TypeScript", 1984: 1984, rain: { name: "Rain", description: "On rain.", cover: "rain.jpg" } }],
    ["categories", { marsh: { description: "Reeds.", cover: { src: "reeds.jpg", alt: "Reeds" } }, bog: "The bog" }],
    ["albums", { winter: { description: "Snow." } }],
    ["authors", { ines: "Ines Aas", ben: { name: "Ben", website: "https://ben.example", bio: "Mends boats", image: "ben.jpg" } }],
  ])("accept %s with %j, as the build does", (name, values) => {
    expect(problems(name, values)).toEqual([]);
  });

  it.each([
    ["posts", { titel: "A" }, " must have required property 'title'"],
    ["posts", { title: "A", type: "text" }, "/type must be equal to one of the allowed values"],
    ["posts", { title: "A", series: { slug: "s", position: 0 } }, "/series/position must be >= 1"],
    ["books", { title: "A", status: "reading", rating: 7 }, "/rating must be <= 5"],
    ["books", { title: "A", status: "reading", links: [{ url: "https://a.example" }] }, "/links/0 must have required property 'label'"],
    ["authors", { ines: { url: "https://ines.example" } }, "/ines must have required property 'name'"],
    ["tags", { rain: { nmae: "Rain" } }, "/rain must NOT have additional properties"],
    ["albums", { winter: { cover: "a.jpg" } }, "/winter must NOT have additional properties"],
    ["site", { name: "A", url: "https://a.example", titel: "B" }, " must NOT have additional properties"],
  ])("find a mistake in %s: %j: %s", (name, values, problem) => {
    expect(problems(name, values)).toContain(problem);
  });

  it("describe each member, at every depth", () => {
    const bare: string[] = [];
    const look = (schema: unknown, path: string): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { properties = {}, anyOf = [], items } = schema as { properties?: Record<string, unknown>; anyOf?: unknown[]; items?: unknown };
      for (const [name, member] of Object.entries(properties)) {
        const { description, anyOf: parts } = member as { description?: string; anyOf?: { description?: string; properties?: object }[] };
        const isDescribed = (description ?? "") !== "" || parts?.some((part) => part.description);
        if (!isDescribed) bare.push(`${path}.${name}`);
        look(member, `${path}.${name}`);
      }
      for (const part of anyOf) look(part, path);
      look(items, `${path}[]`);
    };
    for (const [name, schema] of Object.entries(schemas)) look(schema, name);
    expect(bare).toEqual([]);
  });

  it("have all fields of all kinds, each with its own description", () => {
    for (const [name, kind] of Object.entries(KINDS)) {
      const { properties } = schemas[name] as { properties: Record<string, { description?: string }> };
      for (const field of kind.fieldNames()) expect([name, field, properties[field]?.description ?? ""]).not.toContain("");
    }
  });

  it("are described in docs/content.md, each field in the section of its kind", () => {
    const sections = readFileSync(join(ROOT, "docs/content.md"), "utf8").split(/^## /m);
    for (const [name, kind] of Object.entries(KINDS)) {
      const section = sections.find((text) => text.toLowerCase().startsWith(`${name} (`)) ?? "";
      const missing = kind.fieldNames().filter((field) => !section.includes(`\`${field}\``));
      expect(missing, `describe these fields in docs/content.md, in the section of ${name}`).toEqual([]);
    }
  });
});
