// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are in code that is read.
import { describe, expect, it } from "vitest";
import { findCalls, readCode, readConstants } from "../../../cli/adopt/code-values.ts";

const nothing = (): null => null;
const read = (text: string, path = "site.config.js") => {
  const { values, computed } = readCode(path, text, nothing);
  return { values: JSON.parse(JSON.stringify(values)), computed: Object.fromEntries(computed) };
};

describe("literal values in code", () => {
  it.each([
    ["export default { a: 'x', b: [1, -2, true, null], c: { d: `y` } };", { a: "x", b: [1, -2, true, null], c: { d: "y" } }],
    ["module.exports = { a: 1 };", { a: 1 }],
    ["const config = { a: 1 };\nexport default config;", { a: 1 }],
    ["export default defineConfig({ a: 1 });", { a: 1 }],
    ["module.exports = require('x')({})({ a: 1 });", { a: 1 }],
    ["module.exports = () => [b, c].reduce((acc, next) => next(acc), { a: 1 });", { a: 1 }],
    ["export default () => ({ a: 1 });", { a: 1 }],
    ["export default async function (c) { c.go(); const a = 1; return { a }; }", { a: 1 }],
    ["const title = 'T';\nexport default { title, name: title + '!', path: `${title}/x` };", { title: "T", name: "T!", path: "T/x" }],
    ["const site = { url: 'u' };\nexport default { site: site.url, other: site['url'] };", { site: "u", other: "u" }],
    ["const base = { a: 1, b: 1 };\nexport default { ...base, b: 2 };", { a: 1, b: 2 }],
    ["export default { path: path.join(__dirname, 'content', 'blog'), other: `${__dirname}/x` };", { path: "content/blog", other: "./x" }],
    ["export default { 'quoted-key': 1, 2: 'two', ['__proto__x']: 1 };", { "quoted-key": 1, "2": "two", __proto__x: 1 }],
    ["#!/usr/bin/env node\nexport default { a: 1 };", { a: 1 }],
  ])("reads %s", (text, values) => {
    expect(read(text)).toEqual({ values, computed: {} });
  });

  it("strips types, but keeps lines", () => {
    const text =
      "import type { Config } from 'x';\nconst config: Config = {\n  a: 'x' as string,\n  b: make(),\n} satisfies Config;\nexport default config;\n";
    expect(read(text, "x.config.ts")).toEqual({ values: { a: "x" }, computed: { b: 4 } });
  });

  it.each([
    ["export default { a: process.env.A, b: 1 };", { b: 1 }, { a: 1 }],
    ["export default {\n  a: process.env.A || 'x' };", { a: "x" }, { a: 2 }],
    ["export default { a: { b: f() }, ...g() };", { a: {} }, { "a.b": 1, "…": 1 }],
    ["let a = 1;\na = 2;\nexport default { a };", {}, { a: 3 }],
    ["const a = b, b = a;\nexport default { a };", {}, { a: 1 }],
    ["export default { a: /x/, b: () => 1, c: new Date() };", {}, { a: 1, b: 1, c: 1 }],
    ["export default make;", {}, { "": 1 }],
    ["console.log(1);", {}, { "": 1 }],
  ])("reports the value that %s computes, with its line", (text, values, computed) => {
    expect(read(text)).toEqual({ values, computed });
  });

  it("does not let a key change a prototype", () => {
    const { values } = readCode("x.js", 'export default { "__proto__": { polluted: 1 }, constructor: 2 };', nothing);
    expect(Object.keys(values)).toEqual(["__proto__", "constructor"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it("follows imports of the site's own files only", () => {
    const files: Readonly<Record<string, string>> = {
      "src/site": "export const SITE: object = { title: 'T' };",
      "data.json": '{ "url": "u" }',
    };
    const { values } = readCode(
      "x.config.mjs",
      "import { SITE } from '@/site'; import data from './data.json'; import x from 'pkg';\nexport default { t: SITE.title, u: data.url, x };",
      (path) => {
        const text = files[path];
        return text === undefined ? null : { path: path.includes(".") ? path : `${path}.ts`, text };
      },
    );
    expect({ ...values }).toEqual({ t: "T", u: "u" });
  });

  it("stops at circular imports, and at endless levels of imports", () => {
    const ring = (path: string) => ({ path, text: "import { a } from './a.js';\nexport { a };\nexport const b = a;" });
    expect(readCode("x.js", "import { b } from './a.js';\nexport default { b };", ring).computed.has("b")).toBe(true);
    expect(readCode("x.js", `export default { a: ${"[".repeat(300)}${"]".repeat(300)} };`, nothing).computed.size).toBe(1);
  });

  it("stops early if constants refer to each other again and again", () => {
    const levels = Array.from({ length: 60 }, (_, at) => `const a${at + 1} = [a${at}, a${at}];\nconst t${at + 1} = t${at} + t${at};`);
    const text = `const a0 = 'x';\nconst t0 = 'x';\n${levels.join("\n")}\nexport default { lists: a60, text: t60, sum: 1 };`;
    const { values, computed } = readCode("x.js", text, nothing);
    expect(values.sum).toBe(undefined);
    expect(computed.size).toBeGreaterThan(0);
    expect(JSON.stringify(values.text ?? "").length).toBeLessThan(20_000);
  });

  it("finds the lines of computed values in linear time", () => {
    const count = 40_000;
    const { computed } = readCode(
      "x.js",
      `export default {\n${Array.from({ length: count }, (_, at) => `a${at}: f(),`).join("\n")}\n};`,
      nothing,
    );
    expect([computed.size, computed.get("a0"), computed.get(`a${count - 1}`)]).toEqual([count, 2, count + 1]);
  });

  it("rejects endless nesting as invalid code", () => {
    expect(() => readCode("x.js", `export default { a: ${"[".repeat(100_000)}1${"]".repeat(100_000)} };`, nothing)).toThrow(SyntaxError);
    expect(() => readCode("x.js", `export default { a: ${"'x' + ".repeat(100_000)}'x' };`, nothing)).toThrow(SyntaxError);
    expect(() => readCode("x.ts", `export default ${"(".repeat(100_000)}1${")".repeat(100_000)};`, nothing)).toThrow(SyntaxError);
    expect(() => findCalls("x.js", `f(${"(".repeat(100_000)}1${")".repeat(100_000)});`, "f")).toThrow(SyntaxError);
  });

  it("finds constants and calls", () => {
    expect({ ...readConstants("x.ts", "export const A: string = 'a'; const B = 2; let C = 3; export function d() {}", nothing) }).toEqual({
      A: "a",
      B: 2,
    });
    expect(findCalls("x.js", "export default (c) => { c.copy({ a: '/' }); if (x) c.copy('b', y); copy(); };", "copy")).toEqual([
      [{ a: "/" }],
      ["b", null],
      [],
    ]);
  });

  it("throws a SyntaxError for invalid code", () => {
    expect(() => readCode("x.js", "export default {", nothing)).toThrow(SyntaxError);
    expect(() => readCode("x.ts", "enum A { B }", nothing)).toThrow(SyntaxError);
  });
});
