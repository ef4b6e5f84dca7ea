import { HOST_ROUTES, type HostRoute } from "../../contract/host-routes.ts";
import { API_PREFIX } from "../../contract/paths.ts";
import { SERVER_PAGES } from "../../contract/proxy.ts";
import { bundleHost } from "../bundle.ts";
import { HOSTS_FOLDER, type HostGenerator } from "../host-files.ts";
import { renderHeaders } from "../static-headers.ts";

const FOLDER = `${HOSTS_FOLDER}/netlify`;

/** Netlify: an edge function for the API; `_redirects` for what can do without, and `_headers` for files. */
export const netlifyFiles: HostGenerator = async (_site, { server }) => [
  { path: "_headers", content: renderHeaders() },
  { path: "_redirects", content: renderRedirects(server) },
  {
    path: `${FOLDER}/edge-functions/quire.js`,
    content: await bundleHost({ entry: "netlify/edge-function", platform: "browser", server }),
  },
  { path: `${FOLDER}/netlify.toml`, content: renderToml(server) },
];

/**
 * What Netlify itself can answer rightly: the server's paths, and files of paths that take no query. Lists and search are for the function
 * alone: a redirect would answer a filter with the whole list.
 */
function renderRedirects(server: string | null): string {
  const lines = [`/${HOSTS_FOLDER}/*  /404  404!`, "/.quire-files  /404  404!"];
  for (const route of HOST_ROUTES) {
    const path = toNetlifyPath(route);
    if (route.from === "server") {
      if (server !== null) lines.push(`${path}  ${server}${path}  200!`);
    } else if (route.file && route.parameters.length === 0 && !path.endsWith(".json")) lines.push(`${path}  ${path}.json  200`);
  }
  for (const { path, kind } of server === null ? [] : SERVER_PAGES)
    lines.push(kind === "exact" ? `${path}  ${server}${path}  200!` : `${path}*  ${server}${path}:splat  200!`);
  return `${lines.join("\n")}\n`;
}

/** `^/api/v1/posts/(?:…)$` → `/api/v1/posts/:slug`. */
function toNetlifyPath({ path }: HostRoute): string {
  return `${API_PREFIX}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
}

function renderToml(server: string | null): string {
  const pages = server === null ? [] : SERVER_PAGES.map(({ path, kind }) => (kind === "exact" ? path : `${path}*`));
  const functions = [API_PREFIX, `${API_PREFIX}/*`, ...pages].map((path) =>
    ["", "[[edge_functions]]", '  function = "quire"', `  path = "${path}"`, `  excludedPath = "${API_PREFIX}/*.json"`].join("\n"),
  );
  return `# Written by \`quire build --host netlify\`. Copy it to the root of your repository, and set QUIRE_PROXY_SECRET in the site's environment.
[build]
  publish = "dist"
  edge_functions = "dist/${FOLDER}/edge-functions"
${functions.join("\n")}
`;
}
