import type { IForbiddenRuleType } from "dependency-cruiser";

/**
 * Rules for imports between rooms (DESIGN.md, "Rooms"). `sourceRules` apply to every import, types
 * included. `folderRules` apply to the folders of build/. `runtimeRules` apply to the imports that
 * remain without types, which Node, an edge function or a browser loads. scripts/check-imports.ts
 * runs them all.
 */

/** Each room, and the other rooms that it may import. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  kinds: [],
  contract: ["kinds"],
  search: ["contract", "kinds"],
  threads: ["contract"],
  views: ["contract", "kinds", "packages/octavo-client"],
  edge: ["contract", "kinds", "search", "threads"],
  build: ["contract", "kinds", "search", "threads", "views"],
  import: ["contract", "build"],
  server: ["contract", "kinds", "threads", "views", "browser"],
  hosts: ["contract", "kinds", "edge", "views"],
  "packages/octavo-client": [],
  "packages/octavo-client/astro": ["contract", "packages/octavo-client", "packages/octavo-client/files"],
  "packages/octavo-client/files": ["contract", "edge", "hosts", "packages/octavo-client"],
  "packages/octavo-tools": ["contract", "edge", "build/shared", "cli", "packages/octavo-client"],
  browser: ["contract/text", "packages/octavo-client"],
  cli: ["contract", "kinds", "threads", "build", "import", "edge", "server", "hosts", "browser", "views"],
};

/**
 * Rooms that run in a browser or an edge function. They must not reach Node's modules, directly or
 * through another module.
 */
const PURE_ROOMS = ["kinds", "contract", "search", "threads", "edge", "packages/octavo-client", "browser", "views"];
/** Rooms that must stay small. Only build and server may use zod. */
const ZOD_FREE_ROOMS = ["kinds", "search", "threads", "edge", "views"];

/** The package replaces this module, so it may import files that only exist in the source tree. */
const SOURCE_TREE_ONLY = "^hosts/bundle/load-program\\.ts$";

const OWN = `^(?:${Object.keys(ROOMS).join("|")})/`;
const LOCAL: readonly ["local"] = ["local"];

/**
 * Matches a room's own files, as a regular expression anchored at the start of the path. Files of a
 * nested room belong to that room.
 */
function ownPath(room: string): string {
  const inner = Object.keys(ROOMS).flatMap((other) => (other.startsWith(`${room}/`) ? [other.slice(room.length + 1)] : []));
  return inner.length === 0 ? `${room}/` : `${room}/(?!(?:${inner.join("|")})/)`;
}

const roomRules: readonly IForbiddenRuleType[] = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `${room}-imports`,
  comment: `${room} may import ${allowed.length === 0 ? "no other room" : allowed.join(", ")}`,
  severity: "error",
  from: { path: `^${ownPath(room)}`, pathNot: SOURCE_TREE_ONLY },
  to: { dependencyTypes: [...LOCAL], pathNot: `^(?:${[room, ...allowed].map(ownPath).join("|")})` },
}));

/**
 * Rules for search's folders. Code that writes an index stays out of programs that query it, and
 * vice versa.
 */
const searchRules: readonly IForbiddenRuleType[] = [
  { folder: "read", others: "search/(?:format|write)|build" },
  { folder: "write", others: "search/(?:format|read)|edge" },
].map(({ folder, others }) => ({
  name: `search-${folder}`,
  comment: `search/format is for both sides, and search/${folder} is for one`,
  severity: "error",
  from: { path: `^(?:${others})/` },
  to: { path: `^search/${folder}/` },
}));

/**
 * Folders of build/, from the lowest layer to the highest. A folder imports only itself and lower
 * layers; "" stands for the files next to the folders.
 */
export const BUILD_LAYERS: readonly (readonly string[])[] = [
  ["shared"],
  ["cache", "markdown", "sources"],
  ["emit", "kinds", "markdown-text", "openapi", "pictures"],
  ["cards", "config", "rows"],
  ["assemble", "listing", "references"],
  ["outputs", "parse", "public", "render"],
  ["content-schema", ""],
];

const layerRules: readonly IForbiddenRuleType[] = BUILD_LAYERS.flatMap((folders, at) =>
  folders.map((folder) => ({
    name: "build-layers",
    comment: `build/${folder} may only import lower layers (BUILD_LAYERS)`,
    severity: "error",
    from: { path: pathInBuild(folder) },
    to: { path: "^build/", pathNot: [folder, ...BUILD_LAYERS.slice(0, at).flat()].map(pathInBuild) },
  })),
);

function pathInBuild(folder: string): string {
  return folder === "" ? "^build/[^/]+$" : `^build/${folder}/`;
}

/**
 * Rules for a graph in which each module stands for a folder and has the imports of all its files.
 */
export const folderRules: readonly IForbiddenRuleType[] = [
  {
    name: "no-folder-cycles",
    comment: "folders of build/ must not import each other in a cycle",
    severity: "error",
    from: {},
    to: { circular: true },
  },
];

export const sourceRules: readonly IForbiddenRuleType[] = [
  ...roomRules,
  ...searchRules,
  ...layerRules,
  {
    name: "build-layers",
    comment: "a folder of build/ is in no layer: add it to BUILD_LAYERS",
    severity: "error",
    from: { path: "^build/", pathNot: BUILD_LAYERS.flat().map(pathInBuild) },
    to: {},
  },
  {
    name: "pure-rooms-no-node",
    comment: `${PURE_ROOMS.join(", ")} run where Node is not available`,
    severity: "error",
    from: { path: `^(?:${PURE_ROOMS.map(ownPath).join("|")})` },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "client-packages",
    comment: "octavo-client must not depend on a package",
    severity: "error",
    from: { path: "^packages/octavo-client/" },
    to: { dependencyTypesNot: [...LOCAL, "core"] },
  },
  {
    name: "no-cycles",
    comment: "modules must not import each other in a cycle",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "site-config-imports",
    comment: "a site's configuration needs only the contract",
    severity: "error",
    from: { path: "^octavo\\.config\\.ts$" },
    to: { dependencyTypes: [...LOCAL], pathNot: "^contract/" },
  },
];

/** Modules that workerd lacks, or provides without a disk. */
const NOT_OF_WORKERD = "(?:fs|fs/promises|path|os|child_process|http|https|module|worker_threads)";
/** The engine for files, and modules that only work on a server with a disk. */
const OF_MACHINES = "node_modules/(?:better-sqlite3|prom-client|unstorage|age-encryption)/|server/private-file\\.ts$|server/store/file/";

export const runtimeRules: readonly IForbiddenRuleType[] = [
  {
    name: "object-program",
    comment: "the write program of a Durable Object must not reach files, processes or the engine for files",
    severity: "error",
    from: { path: "^server/(?:object|store/object)/" },
    to: {
      path: `^(?:node:)?${NOT_OF_WORKERD}$|(?:^|/)(?:${OF_MACHINES})`,
      reachable: true,
    },
  },
  {
    name: "resolvable",
    comment: "an import cannot be resolved (tsc checks imports of types and JSON)",
    severity: "error",
    from: { path: OWN },
    to: { couldNotResolve: true, pathNot: "\\.json$" },
  },
  {
    name: "zod-free",
    comment: `${ZOD_FREE_ROOMS.join(", ")} must not load zod, not even through the contract (types are allowed)`,
    severity: "error",
    from: { path: `^(?:${ZOD_FREE_ROOMS.join("|")})/` },
    to: { path: "(?:^|/)node_modules/zod/|^zod(?:/|$)", reachable: true },
  },
  {
    name: "contract-packages",
    comment: "the contract may load zod, but no other package",
    severity: "error",
    from: { path: "^contract/" },
    to: { dependencyTypesNot: [...LOCAL, "core"], pathNot: "(?:^|/)node_modules/zod/|^zod(?:/|$)" },
  },
  {
    name: "no-dev-dependencies",
    comment: "shipped code must not load a development dependency",
    severity: "error",
    from: { path: OWN },
    to: { dependencyTypes: ["npm-dev"] },
  },
];
