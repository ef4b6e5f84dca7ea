// A stand-in for Netlify, as far as our edge function uses it: files by their names, the function
// before them, redirects after them. Run by Deno: deno run --allow-all netlify.js <dist> <port>
const [dist, port] = Deno.args;
globalThis.Netlify = { env: { get: (name) => Deno.env.get(name) } };
const { default: answer } = await import(`file://${dist}/_hosts/netlify/edge-functions/octavo.js`);

const toml = await Deno.readTextFile(`${dist}/_hosts/netlify/netlify.toml`);
const toPattern = (path) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll(/:\w+/g, "[^/]+")}$`);
const patterns = (name) => [...toml.matchAll(new RegExp(`^  ${name} = "(.*)"$`, "gm"))].map(([, path]) => toPattern(path));
const paths = patterns("path");
const excluded = patterns("excludedPath");

/** `_redirects` goes before netlify.toml; what leads to other origins is the function's here. */
const ownRules = (await Deno.readTextFile(`${dist}/_redirects`).catch(() => ""))
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split(/\s+/))
  .map(([from, to, status]) => ({ from: toPattern(from), to, status: Number(status), force: false }));
const rules = [
  ...ownRules,
  ...toml
    .split("[[redirects]]")
    .slice(1)
    .map((block) => Object.fromEntries([...block.matchAll(/^ {2}(\w+) = (.*)$/gm)].map(([, key, value]) => [key, JSON.parse(value)])))
    .filter(({ to }) => to.startsWith("/"))
    .map(({ from, ...rule }) => ({ from: toPattern(from), ...rule })),
];

async function read(pathname) {
  const name = decodeURIComponent(pathname);
  const path = `${dist}${name.endsWith("/") ? `${name}index.html` : name}`;
  const found = name.includes("..") ? null : await Deno.stat(path).catch(() => null);
  return found?.isFile ? { path, found } : null;
}

async function file({ url, method }) {
  const { pathname } = new URL(url);
  const rule = rules.find(({ from }) => from.test(pathname));
  const own = rule?.force ? null : await read(pathname);
  const sent = own ?? (rule && (await read(rule.to)));
  if (!sent) return new Response("Not Found", { status: 404 });
  const { path, found } = sent;
  const type = path.endsWith(".html") ? { "Content-Type": "text/html; charset=UTF-8" } : {};
  const headers = { ETag: `"${found.size}-${found.mtime.getTime()}"`, ...type };
  return new Response(method === "HEAD" ? null : await Deno.readFile(path), { status: own ? 200 : rule.status, headers });
}

Deno.serve({ port: Number(port), hostname: "127.0.0.1" }, async (request, { remoteAddr }) => {
  const { pathname } = new URL(request.url);
  if (!paths.some((path) => path.test(pathname)) || excluded.some((path) => path.test(pathname))) return file(request);
  return answer(request, { ip: remoteAddr.hostname, next: (other) => file(other ?? request) });
});
