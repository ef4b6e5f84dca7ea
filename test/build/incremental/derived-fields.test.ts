import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { BuildResult } from "../../../build/build-options.ts";
import type { buildSite } from "../../../build/build-site.ts";
import { CODE_FOLDERS } from "../../../build/cache/toolchain.ts";
import { createTally } from "./build-step.ts";
import { type Edit, runSequence } from "./sequence.ts";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
/** The folders with the code of a build. */
const FOLDERS = CODE_FOLDERS.filter((folder) => existsSync(join(PROJECT, folder)));

/** A change to the source of a build: one text in a file is replaced by another. */
interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const SUMMARY: Patch = {
  file: "build/assemble/posts/post-summary.ts",
  from: "    codeLanguages: [...body.codeLanguages],\n",
  to: "    codeLanguages: [...body.codeLanguages],\n    topHeading: body.toc[0]?.title ?? null,\n",
};
const NEIGHBOUR: Patch = {
  file: "build/assemble/posts/series.ts",
  from: "  const { slug, title, url, path } = post;\n  return { slug, title, url, path };",
  to: "  const { slug, title, url, path, excerpt, codeLanguages } = post;\n  return { slug, title, url, path, topHeading: [excerpt, codeLanguages] };",
};
/** The identity of a summary no longer covers the post's body. */
const HOLE: Patch = {
  file: "build/assemble/posts/assembled-post.ts",
  from: "rendered.id} ",
  to: "rendered.entry.title} ",
};

/**
 * Further holes, each with edits that reveal it. The last edit changes the part that the identity
 * no longer covers.
 */
const HOLES: readonly (readonly [what: string, hole: Patch, edits: readonly Edit[]])[] = [
  [
    "a filter of one of the site's own kinds",
    {
      file: "build/outputs/index/list-index.ts",
      from: "idOf(listed.map(({ itemId }) => itemId)",
      to: "idOf(listed.map(({ facets: { slug } }) => slug)",
    },
    [["talks: event", [0, 0, 0]]],
  ],
  [
    "the list of the pages below a page",
    {
      file: "build/assemble/documents/document-answers.ts",
      from: "const quick = { ...this.#answers.quick(this.#document), ...this.#place };",
      to: "const quick = { ...this.#answers.quick(this.#document), ancestors: this.#place?.ancestors };",
    },
    [["pages: title", [1, 0, 0]]],
  ],
  [
    "the link to a translation",
    {
      file: "build/assemble/documents/document-answers.ts",
      from: '["html", "plainText", "toc"]',
      to: '["html", "plainText", "toc", "translations"]',
    },
    [["pages: title", [2, 0, 0]]],
  ],
];

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * Creates a build with patched source. It is a copy within the project, so that it finds the
 * packages.
 */
async function patchBuild(patches: readonly Patch[]): Promise<typeof buildSite> {
  mkdirSync(join(PROJECT, ".octavo"), { recursive: true });
  const folder = mkdtempSync(join(PROJECT, ".octavo/patched-"));
  folders.push(folder);
  for (const name of FOLDERS) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  for (const { file, from, to } of patches) {
    const source = readFileSync(join(folder, file), "utf8");
    expect(source.split(from), `${file} has changed: correct the patch in this test`).toHaveLength(2);
    writeFileSync(join(folder, file), source.replace(from, to));
  }
  const built: { buildSite: typeof buildSite } = await import(pathToFileURL(join(folder, "build/build-site.ts")).href);
  return built.buildSite;
}

const EDITS = ["body: heading", "body: code", "posts: excerpt", "exchange two posts", "undo the last edit"];
/** The edits of this seed change headings, excerpts and code languages. */
const SEED = 173;
const number = fc.nat({ max: 39 });

function drawEdits(seed: number): readonly Edit[] {
  const edit = fc.tuple(fc.constantFrom(...EDITS), fc.tuple(number, number, number));
  return fc.sample(fc.array(edit, { minLength: 5, maxLength: 5 }), { seed, numRuns: 1 })[0] ?? [];
}

/** @returns the values of all `topHeading` members after each build, one per line */
async function runPatched(patches: readonly Patch[], edits: readonly Edit[]): Promise<ReadonlySet<string>> {
  const patched = await patchBuild(patches);
  const values = new Set<string>();
  const build = async (options: Parameters<typeof buildSite>[0]): Promise<BuildResult> => {
    const result = await patched(options);
    const text = ["posts", "posts/one", "posts/two", "posts/three"]
      .map((path) => readFileSync(join(options.outDir, `api/v1/${path}.json`), "utf8"))
      .join("");
    const found = [...text.matchAll(/"topHeading":(null|"[^"]*"|\[[^\]]*\])/g)];
    expect(found.length).toBeGreaterThan(0);
    values.add(found.map(([, value]) => value).join("\n"));
    return result;
  };
  await runSequence(edits, { inMemory: false, tally: createTally(), build });
  return values;
}

describe("a new field", () => {
  it("that is derived from bodies, in post summaries and links to neighbours, is the same as in a clean build after every edit", {
    timeout: 120_000,
  }, async () => {
    const values = [...(await runPatched([SUMMARY, NEIGHBOUR], drawEdits(SEED)))];
    // The edits change both.
    for (const ofNeighbours of [true, false]) {
      const own = values.map((text) => text.split("\n").filter((value) => value.startsWith("[") === ofNeighbours));
      expect(new Set(own.map((each) => each.join("\n"))).size).toBeGreaterThan(1);
    }
  });

  it("is found to be stale if the identity of a summary does not cover its parts", { timeout: 120_000 }, async () => {
    await expect(runPatched([SUMMARY, HOLE], drawEdits(SEED))).rejects.toThrow("unlike a clean build");
  });
});

it.each(HOLES)("%s is found to be stale if the identity omits it", { timeout: 120_000 }, async (_, hole, edits) => {
  const run = (build?: typeof buildSite): Promise<void> =>
    runSequence(edits, { inMemory: false, tally: createTally(), ...(build === undefined ? {} : { build }) });
  await run();
  await expect(run(await patchBuild([hole]))).rejects.toThrow("unlike a clean build");
});
