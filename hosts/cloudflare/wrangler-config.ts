import { OBJECT_BINDINGS } from "../../contract/objects/object-ids.ts";
import { siteOfApi } from "../../contract/text/base-path.ts";
import type { GeneratorOptions, HostDesk, HostWrites } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { hasAllRedirects } from "../rules/static-redirects.ts";
import { toWorkerName } from "./worker-name.ts";

/** The runtime version, as a date, for which the Worker is written. */
const COMPATIBILITY_DATE = "2026-01-01";
/**
 * Classes of Durable Objects, with the names that the Worker exports. A released name never
 * changes.
 */
const CLASSES = { writes: "OctavoWrites", erasures: "OctavoErasures", search: "OctavoSearch" } as const;
/** The `send_email` binding has the name of a variable of the notices. */
const MAIL_BINDING = "OCTAVO_MAIL_BINDING";

export interface WranglerOptions extends Pick<GeneratorOptions, "desk" | "origins" | "isPreview"> {
  /** Null if the Worker accepts no writes. */
  readonly writes: HostWrites | null;
  /** The Worker's module, relative to the out folder. */
  readonly program: string;
  /** Paths that the program answers before any file. */
  readonly programPaths: readonly string[];
}

/** `wrangler.jsonc`, from which `wrangler deploy` uploads the Worker and the files. */
export function renderWranglerConfig(site: HostSite, options: WranglerOptions): string {
  const { writes, program, programPaths, desk = null, isPreview = false } = options;
  // A preview is a version of the site's Worker.
  const variables = isPreview ? { OCTAVO_SERVER: "" } : writes === null ? {} : toVariables(writes, options);
  // Assets are found by their whole path, but our files are stored without the base. A desk with
  // its own host name has other pages at the site's paths.
  const answersAll = site.base !== "" || (writes !== null && desk?.origin !== undefined);
  const config = {
    name: toWorkerName(siteOfApi(site.problemBaseUrl)),
    main: `../../${program}`,
    no_bundle: true,
    find_additional_modules: writes !== null,
    compatibility_date: COMPATIBILITY_DATE,
    ...(writes === null ? {} : { rules: [{ type: "ESModule", globs: ["**/*.js"] }], compatibility_flags: ["nodejs_compat"] }),
    ...(Object.keys(variables).length === 0 ? {} : { vars: variables }),
    // The program answers all other paths without a file.
    assets: {
      ...{ directory: "../..", binding: "ASSETS" },
      ...(sendsMissingPage(site) ? { not_found_handling: "404-page" } : {}),
      run_worker_first: answersAll ? true : [...programPaths, ...deskPaths(writes, desk)],
    },
    ...(writes === null ? {} : toBindings(writes)),
  };
  return `${toComment(site, options).join("\n")}\n${JSON.stringify(config, null, 2)}\n`;
}

function deskPaths(writes: HostWrites | null, desk: HostDesk | null): readonly string[] {
  return writes === null || desk?.path === undefined ? [] : [desk.path, `${desk.path}/*`];
}

/** The write server's settings, in the form that the object and the Worker read. */
function toVariables({ variables, jurisdiction }: HostWrites, { desk = null, origins }: WranglerOptions): Record<string, string> {
  return {
    ...variables,
    ...(origins.length === 0 ? {} : { OCTAVO_ORIGINS: origins.join(" ") }),
    ...(desk?.origin === undefined ? {} : { OCTAVO_DESK: desk.origin }),
    ...(desk?.path === undefined ? {} : { OCTAVO_DESK_PATH: desk.path }),
    ...(jurisdiction === null ? {} : { OCTAVO_JURISDICTION: jurisdiction }),
  };
}

/** wrangler creates the KV namespace at the first deployment. */
function toBindings({ variables, search }: HostWrites): object {
  const kinds = (["writes", "erasures", "search"] as const).filter((kind) => kind !== "search" || search === "object");
  const mail = variables[MAIL_BINDING];
  return {
    durable_objects: { bindings: kinds.map((kind) => ({ name: OBJECT_BINDINGS[kind], class_name: CLASSES[kind] })) },
    // Each step runs once. A released step never changes.
    migrations: [{ tag: "v1", new_sqlite_classes: Object.values(CLASSES) }],
    kv_namespaces: [{ binding: "OCTAVO_SALTS" }],
    ...(mail === undefined ? {} : { send_email: [{ name: mail }] }),
  };
}

function toComment(site: HostSite, { writes, desk = null }: WranglerOptions): string[] {
  const { hostname } = new URL(site.problemBaseUrl);
  return [
    "// Written by `octavo build --host cloudflare`: wrangler deploy --config dist/_hosts/cloudflare/wrangler.jsonc",
    writes === null
      ? "// Set the write server's secret with `wrangler secret put OCTAVO_PROXY_SECRET`; never write it into a file here."
      : "// Set its secrets with `octavo secrets export --host cloudflare | wrangler secret bulk --config …`; never write them into a file here.",
    ...(site.base === ""
      ? []
      : [
          `// The site is under ${site.base}: give the Worker the route ${hostname}${site.base}*, because other paths are not part of the site.`,
        ]),
    ...(writes === null || desk?.origin === undefined
      ? []
      : [`// The desk is at ${desk.origin}: add that name as a custom domain of this Worker.`]),
  ];
}

/**
 * Whether the host itself sends 404.html for missing pages. If the program redirects or makes
 * pages, it must see those requests.
 */
function sendsMissingPage(site: HostSite): boolean {
  return site.hasPages && !site.pagesOnRequest && hasAllRedirects(site);
}
