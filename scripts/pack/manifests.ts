import { GROUP_PROGRAMS } from "../../packages/octavo-tools/run-tools.ts";
import { FRAMEWORK_TYPES } from "../client/render-element-types.ts";

/** Makes each package's package.json from the repository's own. */

/** Packages with native code. They are installed next to ours; all others are compiled in. */
export const NATIVE_PACKAGES: readonly string[] = ["better-sqlite3", "satteri", "sharp"];

/** Sources of the lib/ files that sites import from the package. */
export const PUBLIC_ENTRIES = {
  config: "packages/octavo/config.ts",
  contract: "packages/octavo/contract.ts",
  edge: "packages/octavo/edge.ts",
} as const;

/** Sources of the lib/ files that octavo-tools' commands start. */
export const TOOLS_ENTRIES = { start: "packages/octavo-tools/start-tools.ts" } as const;

/** The members of package.json that are read here. */
export interface RootManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Sources of the lib/ files that front ends import from octavo-client. */
export const CLIENT_ENTRIES = {
  astro: "packages/octavo-client/astro/astro-entry.ts",
  client: "packages/octavo-client/client.ts",
  elements: "packages/octavo-client/elements/elements.ts",
  engagement: "packages/octavo-client/engagement/track-page.ts",
  files: "packages/octavo-client/files/files-client.ts",
  picture: "packages/octavo-client/picture-attributes.ts",
} as const;

/** The members that every manifest begins with. Most packages keep these `engines`. */
function beginManifest({ version, license }: RootManifest, name: string, description: string) {
  return { name, version, description, license, type: "module", engines: { node: ">=22.18" } };
}

/** The manifest of `octavo`: the command, and the entries that sites import. */
export function toOctavoManifest(manifest: RootManifest) {
  const { name, description, dependencies } = manifest;
  const native = Object.entries(dependencies).filter(([dependency]) => NATIVE_PACKAGES.includes(dependency));
  return {
    ...beginManifest(manifest, name, description),
    bin: Object.fromEntries([name, `${name}-crm`].map((program) => [program, `bin/${program}.mjs`])),
    exports: {
      ".": toExport("config"),
      "./contract": toExport("contract"),
      "./edge": toExport("edge"),
      "./package.json": "./package.json",
    },
    files: ["bin", "docs", "lib", "schemas", "templates", "THIRD-PARTY-LICENSES.md"],
    dependencies: Object.fromEntries(native),
  };
}

/** The manifest of `octavo-client`: code without dependencies for any runtime with fetch. */
export function toClientManifest(manifest: RootManifest) {
  return {
    ...beginManifest(manifest, `${manifest.name}-client`, "A typed client for sites made with Octavo, a static-first publishing API"),
    engines: { node: ">=20" },
    sideEffects: false,
    exports: {
      ".": toExport("client"),
      "./astro": toExport("astro"),
      "./elements": toExport("elements"),
      // The same code with a framework's types.
      ...Object.fromEntries(
        Object.keys(FRAMEWORK_TYPES).map((name) => [
          `./elements/${name}`,
          { types: `./lib/elements-${name}.d.ts`, default: "./lib/elements.js" },
        ]),
      ),
      "./engagement": toExport("engagement"),
      "./files": toExport("files"),
      "./picture": toExport("picture"),
      "./package.json": "./package.json",
    },
    customElements: "custom-elements.json",
    files: ["custom-elements.json", "lib", "THIRD-PARTY-LICENSES.md"],
  };
}

/**
 * The manifest of `octavo-tools`: programs that read a site. The client and the MCP SDK are
 * compiled in, so it has no dependencies.
 */
export function toToolsManifest(manifest: RootManifest) {
  const { name } = manifest;
  const about = "Reads sites made with Octavo from the command line, and provides them to language models (MCP)";
  const programs = ["tools", ...GROUP_PROGRAMS].map((program) => `${name}-${program}`);
  return {
    ...beginManifest(manifest, `${name}-tools`, about),
    bin: Object.fromEntries(programs.map((program) => [program, `bin/${program}.mjs`])),
    files: ["bin", "lib", "THIRD-PARTY-LICENSES.md"],
  };
}

function toExport(entry: keyof typeof PUBLIC_ENTRIES | keyof typeof CLIENT_ENTRIES): object {
  return { types: `./lib/${entry}.d.ts`, default: `./lib/${entry}.js` };
}

/**
 * The manifest of `create-octavo`, which `npm create octavo` runs. It has no dependencies and
 * fetches the octavo of its own version.
 */
export function toCreateManifest(manifest: RootManifest) {
  const own = `create-${manifest.name}`;
  return {
    ...beginManifest(manifest, own, "Starts a site with Octavo, a static-first publishing API"),
    bin: { [own]: `bin/${own}.mjs` },
    files: ["bin"],
  };
}
