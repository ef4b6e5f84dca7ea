import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { defineElements } from "../../packages/octavo-client/elements/elements.ts";
import { trackPage } from "../../packages/octavo-client/engagement/track-page.ts";
import { attributesOf, CSS_PROPERTIES, ELEMENT_DESCRIPTIONS } from "../../scripts/client/element-descriptions.ts";

const SOURCES = fileURLToPath(new URL("../../packages/octavo-client/elements", import.meta.url));
const PAGE = fileURLToPath(new URL("../../docs/elements.md", import.meta.url));

/** Parts that appear in the source of any element. */
const PART = /(?:part: |createButton\(|setAttribute\("part", )[`"]([a-z]+(?: [a-z]+)*)/g;

describe("the descriptions of the elements, from which types and custom-elements.json are made", () => {
  let source = "";
  let page = "";
  beforeAll(async () => {
    const files = (await readdir(SOURCES, { recursive: true })).filter((file) => file.endsWith(".ts"));
    source = (await Promise.all(files.map((file) => readFile(`${SOURCES}/${file}`, "utf8")))).join("\n");
    page = await readFile(PAGE, "utf8");
  });
  const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();
  const find = (pattern: RegExp): string[] => Array.from(source.matchAll(pattern), ([, name]) => name ?? "");

  it("list the defined elements and the attributes that they read", () => {
    expect(sorted(ELEMENT_DESCRIPTIONS.map(({ tag }) => tag))).toEqual(sorted(find(/"(octavo-\w+)": \w+Element,/g)));
    const read = [...find(/getAttribute\("([\w-]+)"\)/g).filter((name) => name !== "href" && name !== "start"), "lang"];
    expect(sorted(ELEMENT_DESCRIPTIONS.flatMap(attributesOf).map(({ name }) => name))).toEqual(sorted(read));
  });

  it("list the dispatched events", () => {
    expect(sorted(ELEMENT_DESCRIPTIONS.map(({ event }) => event.name))).toEqual(sorted(find(/tell\("([\w-]+)"/g)));
  });

  it("list every part and every property of the style sheet", () => {
    const either = [...source.matchAll(/part: \w+ \? "(\w+)" : "(\w+)"/g)].flatMap(([, one = "", other = ""]) => [one, other]);
    const parts = sorted([...find(PART).flatMap((names) => names.split(" ")), ...either, "waiting", "author", "removed"]);
    expect(sorted(ELEMENT_DESCRIPTIONS.flatMap((element) => element.parts))).toEqual(parts.filter((part) => part !== "status"));
    expect(sorted(CSS_PROPERTIES.map(({ name }) => name))).toEqual(sorted(find(/var\((--octavo-[\w-]+)/g)));
  });

  it("match docs/elements.md", () => {
    const quoted = (text: string): string[] => Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => name ?? "");
    for (const { tag, attributes, event, parts } of ELEMENT_DESCRIPTIONS) {
      const rows = page.split("\n").filter((line) => line.startsWith("|") && line.includes(`\`<${tag}>\``));
      const [row = ""] = rows;
      for (const { name } of attributes) expect(row).toMatch(new RegExp(`\`${name}[=\`]`));
      expect(row).toContain(`\`${event.name}\` {${Object.keys(event.detail).join(", ")}}`);
      const own = rows.at(-1) ?? "";
      const forms = page.split("\n").find((line) => line.endsWith("| forms |")) ?? "";
      const known = [...quoted(own), ...quoted(forms)];
      for (const part of parts) expect(known, `${tag}: ${part}`).toContain(part);
    }
    for (const { name } of CSS_PROPERTIES) expect(page).toContain(`\`${name}\``);
  });
});

it("without a DOM, as when pages are prerendered, the elements and the tracking do nothing", () => {
  expect(typeof globalThis.document).toBe("undefined");
  expect(() => defineElements({ baseUrl: "/api/v1" })).not.toThrow();
  const end = trackPage({ baseUrl: "/api/v1", slug: "tides" });
  expect(end()).toBe(undefined);
});
