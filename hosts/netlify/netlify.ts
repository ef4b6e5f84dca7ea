import { type HostRoute, PROGRAM_PATHS } from "../../contract/host-routes.ts";
import { API_PREFIX, INDEX_PREFIX, MEDIA_PREFIX } from "../../contract/paths.ts";
import { listServerPages } from "../../contract/proxy-headers.ts";
import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import { renderProgram } from "../bundle/render-program.ts";
import type { HostGenerator, HostOptions } from "../host-files.ts";
import { type HostSite, toSiteOfFiles } from "../host-site.ts";
import { missingPage } from "../pages/missing-page.ts";
import { renderHeaders } from "../rules/static-headers.ts";
import { redirectFiles } from "../rules/static-redirects.ts";

const FOLDER = `${HOSTS_FOLDER}/netlify`;

/**
 * Netlify: an edge function for the API, and netlify.toml with redirects for paths that do not need
 * it. `_redirects` could also contain these, but Cloudflare reads that file differently, so ours
 * only has rules that both interpret in the same way.
 */
export const netlifyFiles: HostGenerator = async (site, { server, origins, folder, hosts }) => [
  { path: "_headers", content: renderHeaders(toSiteOfFiles(site), hosts) },
  ...redirectFiles(toSiteOfFiles(site), hosts),
  {
    path: `${FOLDER}/edge-functions/octavo.js`,
    content: await renderProgram(site.pagesOnRequest ? "netlify-website-function" : "netlify-edge-function", {
      base: site.base,
      server,
      origins,
    }),
  },
  missingPage(MEDIA_PREFIX.slice(1)),
  { path: `${FOLDER}/netlify.toml`, content: renderNetlifyToml({ server, origins, folder }, site) },
];

type NetlifySite = Pick<HostSite, "base" | "routes" | "hasPages" | "pagesOnRequest">;

interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
  /** Applies even if a file exists. */
  readonly force: boolean;
}

/**
 * Redirects for everything that Netlify can answer correctly itself: the server's paths, and files
 * of paths without a query. Lists and search need the function, because a redirect would answer a
 * filter with the whole list.
 */
function redirects({ base, routes, hasPages }: NetlifySite, server: string | null): Redirect[] {
  const away = [`/${HOSTS_FOLDER}/*`, "/.octavo-files", "/.octavo-old"].map((from) => ({ from, to: "/404", status: 404, force: true }));
  if (base !== "") return away;
  const fromServer = (from: string, to = from): Redirect[] =>
    server === null ? [] : [{ from, to: server + to, status: 200, force: true }];
  const ofApi = routes.flatMap((route): Redirect[] => {
    const from = toNetlifyPath(route);
    if (route.from === "server") return fromServer(from);
    const fixed = route.file && route.parameters.length === 0 && route.fileEnding !== "";
    return fixed ? [{ from, to: from + route.fileEnding, status: 200, force: false }] : [];
  });
  const pages = listServerPages(hasPages).flatMap(({ path, kind }) =>
    kind === "exact" ? fromServer(path) : fromServer(`${path}*`, `${path}:splat`),
  );
  // Placed before an owner's rule that answers all missing files with the home page.
  const missing = [INDEX_PREFIX, MEDIA_PREFIX].map((prefix) => ({
    from: `${prefix}/*`,
    to: `${MEDIA_PREFIX}/404.html`,
    status: 404,
    force: false,
  }));
  return [...away, ...ofApi, ...pages, ...missing];
}

/** `/posts/{slug}` → `/api/v1/posts/:slug`. */
function toNetlifyPath({ path }: HostRoute): string {
  return `${API_PREFIX}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
}

/** Makes Netlify build and serve a site whose package.json includes octavo. */
export function renderNetlifyToml(
  { server, origins, folder }: Pick<HostOptions, "server" | "origins" | "folder">,
  site: NetlifySite,
  command: string = buildCommand({ server, origins, folder }),
): string {
  const { base, hasPages } = site;
  const pages = server === null ? [] : listServerPages(hasPages).map(({ path, kind }) => (kind === "exact" ? path : `${path}*`));
  // Files are found by their whole path, but ours are stored without the base, so the function
  // requests them without it.
  const isForAll = base !== "" || site.pagesOnRequest;
  const paths = isForAll ? [...(base === "" ? [] : [base]), `${base}/*`] : [...PROGRAM_PATHS, ...pages];
  const excludedPath = isForAll ? [`${API_PREFIX}/*.json`, `${INDEX_PREFIX}/*`, `${MEDIA_PREFIX}/*`] : `${API_PREFIX}/*.json`;
  const functions = paths.map((path) => table("edge_functions", { function: "octavo", path, excludedPath }));
  return `# Written by \`octavo build --host netlify\`. Copy it to the root of your repository, and set OCTAVO_PROXY_SECRET in the site's environment.
[build]
  command = ${JSON.stringify(command)}
  publish = ${JSON.stringify(folder)}
  edge_functions = ${JSON.stringify(`${folder}/${FOLDER}/edge-functions`)}

[build.environment]
  NODE_VERSION = "24"

# A preview's links stay within it, and it forwards nothing to the write server.
[context.deploy-preview]
  command = ${JSON.stringify(`OCTAVO_PREVIEW="$DEPLOY_PRIME_URL${base}" ${command}`)}

[context.branch-deploy]
  command = ${JSON.stringify(`OCTAVO_PREVIEW="$DEPLOY_PRIME_URL${base}" ${command}`)}

${[...functions, ...redirects(site, server).map((redirect) => table("redirects", { ...redirect }))].join("\n")}`;
}

/** Netlify installs the packages in package.json first. */
function buildCommand({ server, origins, folder }: Pick<HostOptions, "server" | "origins" | "folder">): string {
  const options = [
    "--host netlify",
    `--out ${folder}`,
    ...(server === null ? [] : [`--server ${server}`]),
    ...(origins.length === 0 ? [] : [`--origins ${origins.join(",")}`]),
  ];
  return `npx --no octavo build ${options.join(" ")}`;
}

function table(name: string, members: Readonly<Record<string, string | number | boolean | readonly string[]>>): string {
  const lines = Object.entries(members).map(([key, value]) => `  ${key} = ${JSON.stringify(value)}`);
  return `[[${name}]]\n${lines.join("\n")}\n`;
}
