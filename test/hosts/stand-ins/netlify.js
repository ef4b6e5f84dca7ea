// A stand-in for Netlify. Its edge function runs first, then come files, then the rules of
// _redirects, _headers and netlify.toml, as parsed by Netlify's own packages. Run with Deno: deno
// run --allow-all --node-modules-dir=manual netlify.js <dist> <port>
import { parseAllHeaders } from "@netlify/headers-parser";
import { parseAllRedirects } from "@netlify/redirect-parser";
import redirector from "netlify-redirector";

const [dist, port] = Deno.args;
globalThis.Netlify = { env: { get: (name) => Deno.env.get(name) } };
const { default: answer } = await import(`file://${dist}/_hosts/netlify/edge-functions/octavo.js`);

const config = `${dist}/_hosts/netlify/netlify.toml`;
const toml = await Deno.readTextFile(config);
const toPattern = (path) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
const patterns = (name) =>
  [...toml.matchAll(new RegExp(`^  ${name} = (.*)$`, "gm"))].flatMap(([, value]) => JSON.parse(value)).map(toPattern);
const paths = patterns("path");
const excluded = patterns("excludedPath");

const { headers, errors: badHeaders } = await parseAllHeaders({
  headersFiles: [`${dist}/_headers`],
  netlifyConfigPath: config,
  minimal: false,
});
const { redirects, errors: badRedirects } = await parseAllRedirects({
  redirectsFiles: [`${dist}/_redirects`],
  netlifyConfigPath: config,
});
const errors = [...badHeaders, ...badRedirects];
if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join("\n"));
// Here, the function answers in place of other origins.
const isHere = ({ to, status }) => status !== 200 || to.startsWith("/");
const matcher = await redirector.parseJSON(JSON.stringify(redirects.filter(isHere)), {});

function findRule({ protocol, host, pathname, search }) {
  const asked = { scheme: protocol.slice(0, -1), host, path: pathname, query: search.slice(1) };
  return matcher.match({ ...asked, headers: {}, cookieValues: {}, getHeader: () => "", getCookie: () => "" });
}

/** "Pretty URLs", on by default: /a is a.html or else a/index.html, and /a/ the reverse. */
async function read(pathname) {
  const name = decodeURIComponent(pathname);
  if (name.includes("..") || name === "/_headers" || name === "/_redirects") return null;
  const bare = name.replace(/\/$/, "");
  const candidates = name.endsWith("/") ? [`${name}index.html`, `${bare}.html`] : [name, `${name}.html`, `${name}/index.html`];
  for (const candidate of candidates) {
    const path = dist + candidate;
    const found = await Deno.stat(path).catch(() => null);
    if (found?.isFile) return { path, found };
  }
  return null;
}

const TYPES = { html: "text/html; charset=UTF-8", css: "text/css; charset=UTF-8", js: "application/javascript; charset=UTF-8" };

/**
 * All rules of a path apply; if two set the same header, both values are sent. Missing files must
 * not be cached.
 */
function headersOf(pathname, status, sent) {
  const given = new Headers();
  for (const { values } of headers.filter(({ forRegExp }) => forRegExp.test(pathname)))
    for (const [name, value] of Object.entries(values)) given.append(name, value);
  if (status === 404) given.set("Cache-Control", "public, max-age=0, must-revalidate");
  if (sent === null) return given;
  const type = TYPES[sent.path.slice(sent.path.lastIndexOf(".") + 1)];
  if (!given.has("Content-Type") && type !== undefined) given.set("Content-Type", type);
  if (!given.has("Cache-Control")) given.set("Cache-Control", "public, max-age=0, must-revalidate");
  given.set("ETag", `"${sent.found.size}-${sent.found.mtime.getTime()}"`);
  return given;
}

/** A redirect keeps the query, unless its target has one. */
function redirect({ to, status }, { search }) {
  const [target, hash = ""] = to.split(/(?=#)/);
  return new Response(null, { status, headers: { Location: target.includes("?") ? to : target + search + hash } });
}

async function file({ url: address, method, headers: asked }) {
  const url = new URL(address);
  const rule = findRule(url);
  const own = rule?.force ? null : await read(url.pathname);
  if (own === null && rule !== null && rule.status >= 300 && rule.status < 400) return redirect(rule, url);
  const sent = own ?? (await read(rule?.to ?? "/404.html"));
  const found = own === null ? (rule?.status ?? 404) : 200;
  const status = sent === null ? 404 : found;
  const body = sent === null ? "Not Found" : await Deno.readFile(sent.path);
  const headers = headersOf(url.pathname, status, sent);
  if (status === 200 && headers.has("ETag") && asked.get("If-None-Match") === headers.get("ETag"))
    return new Response(null, { status: 304, headers });
  return new Response(method === "HEAD" ? null : body, { status, headers });
}

Deno.serve({ port: Number(port), hostname: "127.0.0.1" }, async (request, { remoteAddr }) => {
  const { pathname } = new URL(request.url);
  if (!paths.some((path) => path.test(pathname)) || excluded.some((path) => path.test(pathname))) return file(request);
  return answer(request, { ip: remoteAddr.hostname, next: (other) => file(other ?? request) });
});
