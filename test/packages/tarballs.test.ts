import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, inject, it } from "vitest";
import { packAll } from "../../scripts/pack/tarballs.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const tarballs = inject("tarballs");

function listFiles(file: string): string[] {
  return execFileSync("tar", ["tzf", file], { encoding: "utf8" }).trim().split("\n");
}

describe("the packages", () => {
  it("are octavo, create-octavo, octavo-client and octavo-tools", () => {
    expect(tarballs.map(({ name }) => name)).toEqual(["octavo", "create-octavo", "octavo-client", "octavo-tools"]);
  });

  it("have the same bytes when packed again, and each step is printed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "octavo-again-"));
    try {
      const steps: string[] = [];
      const again = await packAll(ROOT, folder, (step) => steps.push(step));
      expect(steps.slice(0, 2)).toEqual(["octavo: compiling the command, and what sites import", "octavo: writing types"]);
      expect(steps.slice(-4)).toEqual(tarballs.map(({ name }) => `${name}: packing`));
      for (const [index, { file }] of again.entries()) {
        const first = await readFile(tarballs[index]?.file ?? "");
        expect(first.equals(await readFile(file)), file).toBe(true);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 300_000);
});

/** Frameworks whose types include the elements, in alphabetical order. */
const FRAMEWORKS = ["preact", "react", "solid", "svelte", "vue"];

/** The package for any program with fetch; the others run a command. */
const CLIENT = "octavo-client";

describe.each(tarballs)("$name", ({ name, file }) => {
  it("passes publint", async () => {
    const bytes = await readFile(file);
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it("runs no script on installation, and states where its licenses are", async () => {
    const manifest = JSON.parse(execFileSync("tar", ["xzOf", file, "package/package.json"], { encoding: "utf8" }));
    expect(manifest.scripts).toBeUndefined();
    expect(manifest).toMatchObject({ type: "module", license: "MIT", engines: { node: name === CLIENT ? ">=20" : ">=22.18" } });
    expect(listFiles(file)).toEqual(expect.arrayContaining(["package/LICENSE", "package/README.md"]));
  });
});

describe.each([
  { name: "octavo", entries: [".", "./contract", "./edge", "./package.json"], typesMax: 110_000 },
  {
    name: CLIENT,
    entries: [
      ".",
      "./astro",
      "./elements",
      ...FRAMEWORKS.map((name) => `./elements/${name}`),
      "./engagement",
      "./files",
      "./package.json",
      "./picture",
    ],
    typesMax: 110_000,
  },
])("$name", ({ name: named, entries, typesMax }) => {
  const file = tarballs.find(({ name }) => name === named)?.file ?? "";

  it("has types that resolve like its code, for everyone who imports modules", async () => {
    const result = await checkPackage(createPackageFromTarballData(await readFile(file)));
    if (result.types === false) throw new Error("the package has no types");
    // The profile esm-only of attw: the resolution of Node 10 and of require in CommonJS does not
    // matter.
    const affected = result.problems.filter(
      (problem) => !("resolutionKind" in problem) || problem.resolutionKind === "node16-esm" || problem.resolutionKind === "bundler",
    );
    expect(affected).toEqual([]);
    expect(Object.keys(result.entrypoints).sort()).toEqual(entries);
  }, 60_000);

  it("has few types, which need no package", async () => {
    const types = listFiles(file).filter((name) => name.endsWith(".d.ts"));
    expect(types.length).toBeGreaterThanOrEqual(entries.length - 1);
    const texts = types.map((name) => execFileSync("tar", ["xzOf", file, name], { encoding: "utf8" }));
    // A program that imports a framework's types has the framework.
    const own = texts.filter((_, at) => !types[at]?.includes("/lib/elements-"));
    expect(own.join("").length).toBeLessThan(typesMax);
    const imported = own.flatMap((text) => Array.from(text.matchAll(/from "([^"]+)"/g), ([, name]) => name ?? ""));
    expect(imported.filter((name) => !name.startsWith("./"))).toEqual([]);
  });
});

describe("octavo", () => {
  const [octavo] = tarballs;
  const file = octavo?.file ?? "";

  it("has the hosts' programs, but no bundler, no TypeScript and no path of this machine", () => {
    const names = listFiles(file);
    expect(names).toContain("package/lib/programs/cloudflare-worker.js.gz");
    expect(names).toContain("package/docs/notices.md");
    const ours = names.filter((name) => !name.startsWith("package/templates/"));
    expect(ours.filter((name) => /\.ts$/.test(name) && !name.endsWith(".d.ts"))).toEqual([]);
    const all = execFileSync("tar", ["xzOf", file], { encoding: "latin1", maxBuffer: 64 * 1024 * 1024 });
    expect(all).not.toContain(ROOT);
    // A page of the docs shows how a site uses zod.
    const rest = execFileSync("tar", ["xzOf", file, "--exclude=package/docs"], { encoding: "latin1", maxBuffer: 64 * 1024 * 1024 });
    expect(rest).not.toMatch(/from "(?:rolldown|zod|h3|unified)"/);
  });

  it("has pages of docs that link only to its own files", () => {
    const names = listFiles(file);
    const pages = names.filter((name) => name.startsWith("package/docs/"));
    expect(pages).toContain("package/docs/desk.md");
    for (const page of pages) {
      const text = execFileSync("tar", ["xzOf", file, page], { encoding: "utf8" });
      const links = Array.from(text.matchAll(/\]\(((?:\.\.\/|[\w-]+\.(?:md|webp))[^)#]*)/g), ([, link = ""]) =>
        posix.join("package/docs", link),
      );
      expect(names).toEqual(expect.arrayContaining(links));
    }
  });

  const read = (name: string): string => execFileSync("tar", ["xzOf", file, `package/lib/${name}`], { encoding: "utf8" });
  /** Modules that are loaded with one, except modules that it loads later. */
  const loadedWith = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    if (!name.endsWith(".js")) return seen;
    for (const [, path = ""] of read(name).matchAll(/(?:^|[;}\n])(?:import|export)(?:[^"'`;]*?from)?"([^"]+)"/g))
      loadedWith(path.replace("./", ""), seen);
    return seen;
  };

  it("keeps the modules that sites import separate from the command: an edge function has neither files nor processes", () => {
    for (const name of ["config.js", "contract.js", "edge.js"]) {
      const loaded = [...loadedWith(name)];
      expect(loaded.filter((each) => !each.endsWith(".js"))).toEqual([]);
      expect(loaded.length).toBeLessThan(5);
    }
  });

  it("loads a build in few files, and the version without any command", () => {
    const build = listFiles(file).find((name) => /lib\/build-once-[^/]+\.js$/.test(name));
    const version = [...loadedWith("main.js")];
    expect(version).toContainEqual(expect.stringMatching(/^io-/));
    expect(version.filter((name) => /^(?:command|build|pipeline|zod)-/.test(name))).toEqual([]);
    expect(build).toBeDefined();
    expect([...loadedWith(build?.replace("package/lib/", "") ?? "")].filter((name) => name.endsWith(".js")).length).toBeLessThan(8);
  });

  it("detects without most of its code that nothing has changed", () => {
    const first = listFiles(file).filter((name) =>
      /lib\/(?:build-once|build-site|check-config|config-schema|resolve-kinds)-[^/]+\.js$/.test(name),
    );
    expect(first.length).toBeGreaterThanOrEqual(5);
    const loaded = first.flatMap((name) => [...loadedWith(name.replace("package/lib/", ""))]);
    expect(loaded).toContainEqual(expect.stringMatching(/^config-/));
    expect(loaded.filter((name) => name.startsWith("pipeline-"))).toEqual([]);
    const kinds = first.find((name) => name.includes("resolve-kinds"))?.replace("package/lib/", "") ?? "";
    expect([...loadedWith(kinds)].filter((name) => /^(?:config|zod)-/.test(name))).toEqual([]);
  });
});

describe(CLIENT, () => {
  const file = tarballs.find(({ name }) => name === CLIENT)?.file ?? "";

  const read = (name: string): string => execFileSync("tar", ["xzOf", file, `package/${name}`], { encoding: "utf8" });
  const ENTRIES = ["astro", "client", "elements", "engagement", "files", "picture"];

  it("has a module and types for each entry, and the documents about them", () => {
    const modules = ENTRIES.flatMap((entry) => [`lib/${entry}.d.ts`, `lib/${entry}.js`]);
    const frameworks = FRAMEWORKS.map((name) => `lib/elements-${name}.d.ts`);
    const others = ["LICENSE", "README.md", "THIRD-PARTY-LICENSES.md", "custom-elements.json", "package.json"];
    expect(listFiles(file).sort()).toEqual([...others, ...modules, ...frameworks].map((name) => `package/${name}`).sort());
    expect(read("THIRD-PARTY-LICENSES.md").match(/^## .*/gm)).toEqual(["## minisearch 7.2.0"]);
  });

  it.each(ENTRIES)("needs no package, and Node only for reading files: %s", (entry) => {
    const code = read(`lib/${entry}.js`);
    const imported = Array.from(code.matchAll(/^(?:import|export) .*from "([^"]+)";$/gm), ([, name]) => name);
    const others = imported.filter((name) => !name?.startsWith("node:"));
    expect(others).toEqual({ astro: ["./client.js", "./files.js"], files: ["./client.js"] }[entry] ?? []);
    expect(others.length > 0 || imported.length === 0).toBe(true);
    const later = Array.from(code.matchAll(/\bimport\(([^)]+)\)/g), ([, name]) => name);
    // The second one is only in the text of a type.
    expect(later.sort()).toEqual(entry === "astro" ? ['"astro/zod"', '"octavo-client"'] : []);
    expect(code).not.toMatch(/\brequire\(|^import "/m);
    expect(code).not.toContain(ROOT);
    expect(read(`lib/${entry}.d.ts`)).not.toMatch(/zod/i);
  });
});
