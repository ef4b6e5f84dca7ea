import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findFences } from "../docs/docs-pages.ts";
import { runWith } from "./installed.ts";

/**
 * The types of the elements, from the tarball, in the types of each framework; and
 * custom-elements.json.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const client = inject("tarballs").find(({ name }) => name === "octavo-client")?.file ?? "";
const PACKAGES = [
  ...["@types/react@19.3.0", "preact@11.2.0", "solid-js@1.9.19", "vue@3.5.45", "svelte@5.57.3"],
  "custom-elements-manifest@2.1.0",
];
const INSTALL_MAX_MS = 180_000;

/** A component in JSX. The line below each `@ts-expect-error` must be an error. */
const jsx = (name: string, listener: string): string => `/** @jsxImportSource ${name === "solid" ? "solid-js" : name} */
import { defineElements } from "octavo-client/elements/${name}";

defineElements({ baseUrl: "/api/v1" });

export function Discussion({ slug, open }: { slug: string; open: boolean }) {
  return (
    <main>
      <octavo-like slug={slug} id="like" lang="de" ${listener}octavo-like={({ detail }) => console.log(detail.likeCount.toFixed())} />
      <octavo-search q="tide" api="https://api.ines.example/api/v1" ${listener}octavo-search={({ detail }) => console.log(detail.totalItems)} />
      <octavo-comments slug={slug} comments-open={open ? "true" : "false"} ${listener}octavo-comment={({ detail }) => console.log(detail.id, detail.status)}>
        <p>Write to ines@ines.example.</p>
      </octavo-comments>
      <octavo-inquiry service-id="weaving" ${listener}octavo-inquiry={({ detail }) => console.log(detail.id)} />
    </main>
  );
}

// @ts-expect-error which post?
export const without = <octavo-comments />;
// @ts-expect-error a slug is a text
export const numeric = <octavo-like slug={7} />;
// @ts-expect-error there is no such value
export const closed = <octavo-comments slug="a" comments-open="no" />;
// @ts-expect-error there is no such attribute
export const misspelt = <octavo-inquiry service="weaving" />;
// @ts-expect-error an inquiry has no slug
export const other = <octavo-inquiry ${listener}octavo-inquiry={({ detail }) => detail.slug} />;
`;

/** Types that check Vue's templates. */
const VUE = `import type { GlobalComponents } from "vue";
import { defineElements } from "octavo-client/elements/vue";

defineElements();
type Props<Tag extends keyof GlobalComponents> = InstanceType<GlobalComponents[Tag]>["$props"];
export const comments: Props<"octavo-comments"> = { slug: "a", "comments-open": "true", class: "wide", key: 1, onOctavoComment: ({ detail }) => console.log(detail.status) };
export const like: Props<"octavo-like"> = { slug: "a", onOctavoLike: ({ detail }) => console.log(detail.liked) };
export const search: Props<"octavo-search"> = { q: "tide" };
export const inquiry: Props<"octavo-inquiry"> = { "service-id": "weaving", onOctavoInquiry: ({ detail }) => console.log(detail.id) };
// @ts-expect-error which post?
export const without: Props<"octavo-comments"> = {};
// @ts-expect-error there is no such attribute
export const misspelt: Props<"octavo-inquiry"> = { service: "weaving" };
`;

/** Types that check Svelte's templates. */
const SVELTE = `import type { SvelteHTMLElements } from "svelte/elements";
import { defineElements } from "octavo-client/elements/svelte";

defineElements();
export const comments: SvelteHTMLElements["octavo-comments"] = { slug: "a", class: "wide", "onoctavo-comment": ({ detail }) => console.log(detail.status) };
export const like: SvelteHTMLElements["octavo-like"] = { slug: "a", "on:octavo-like": ({ detail }) => console.log(detail.liked) };
export const inquiry: SvelteHTMLElements["octavo-inquiry"] = { "service-id": "weaving" };
// @ts-expect-error which post?
export const without: SvelteHTMLElements["octavo-comments"] = {};
// @ts-expect-error a slug is a text
export const numeric: SvelteHTMLElements["octavo-like"] = { slug: 7 };
`;

/** A page without a framework. */
const DOM = `import { defineElements, type OctavoCommentsElement } from "octavo-client/elements";

defineElements();
const comments: OctavoCommentsElement | null = document.querySelector("octavo-comments");
comments?.addEventListener("octavo-comment", ({ detail }) => console.log(detail.id.trim(), detail.status satisfies "pending"));
const inquiry = document.createElement("octavo-inquiry");
inquiry.serviceId = "weaving";
document.addEventListener("octavo-like", ({ detail }) => console.log(detail.liked satisfies boolean));
// @ts-expect-error there is no such attribute
inquiry.service = "weaving";
// @ts-expect-error a search event has no slug
addEventListener("octavo-search", ({ detail }) => console.log(detail.slug));
`;

const SNIPPETS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "no framework": ["page.ts", DOM],
  React: ["react.tsx", jsx("react", "on")],
  Preact: ["preact.tsx", jsx("preact", "on")],
  Solid: ["solid.tsx", jsx("solid", "on:")],
  Vue: ["vue.ts", VUE],
  Svelte: ["svelte.ts", SVELTE],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-element-types-"));
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await runWith(process.execPath, folder, "npm", ["install", client, ...PACKAGES, "--no-audit", "--no-fund", "--ignore-scripts"]);
}, INSTALL_MAX_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

const compile = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const own = join(folder, name);
  await mkdir(own);
  for (const [file, text] of Object.entries(files)) await writeFile(join(own, file), text);
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true };
  const module = { module: "esnext", moduleResolution: "bundler", jsx: name === "Solid" ? "preserve" : "react-jsx" };
  const compilerOptions = { ...strict, ...module, noEmit: true, target: "es2022", lib: ["es2023", "dom", "dom.iterable"], types: [] };
  await writeFile(join(own, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const { stdout } = await runWith(process.execPath, own, join(ROOT, "node_modules/.bin/tsc"), ["-p", "."]).catch((error) => error);
  return stdout;
};

describe("the types of the elements", () => {
  it.each(Object.entries(SNIPPETS))(
    "know attributes and events, and refuse others: %s",
    async (name, [file, text]) => {
      expect(await compile(name, { [file]: text })).toBe("");
    },
    60_000,
  );

  it("are used as docs/elements.md describes", async () => {
    const fences = findFences("docs/elements.md").filter(({ language }) => language === "tsx");
    expect(fences.length).toBeGreaterThan(0);
    expect(await compile("docs", Object.fromEntries(fences.map(({ line, language, text }) => [`docs-${line}.${language}`, text])))).toBe(
      "",
    );
  }, 60_000);
});

it("the elements come with custom-elements.json, a manifest of custom elements at the path in package.json", async () => {
  const read = (file: string): string => execFileSync("tar", ["xzOf", client, `package/${file}`], { encoding: "utf8" });
  const manifest = JSON.parse(read(JSON.parse(read("package.json")).customElements));
  const schema = JSON.parse(await readFile(join(folder, "node_modules/custom-elements-manifest/schema.json"), "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  expect(validate(manifest), JSON.stringify(validate.errors, null, 1)).toBe(true);
  const [{ path, declarations }] = manifest.modules;
  expect(read(path)).toContain("octavo-comments");
  expect(declarations.map(({ tagName }: { tagName: string }) => tagName)).toEqual([
    ...["octavo-comments", "octavo-like", "octavo-search", "octavo-inquiry"],
  ]);
});
