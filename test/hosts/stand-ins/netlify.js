// What Netlify is to an edge function, as far as ours uses it: files by their names, the function before them. Run by Deno:
// deno run --allow-all netlify.js <dist> <port>
const [dist, port] = Deno.args;
globalThis.Netlify = { env: { get: (name) => Deno.env.get(name) } };
const { default: answer } = await import(`file://${dist}/_hosts/netlify/edge-functions/octavo.js`);

const toml = await Deno.readTextFile(`${dist}/_hosts/netlify/netlify.toml`);
const patterns = (name) =>
  [...toml.matchAll(new RegExp(`^  ${name} = "(.*)"$`, "gm"))].map(
    ([, path]) => new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", ".*")}$`),
  );
const paths = patterns("path");
const excluded = patterns("excludedPath");

async function file({ url, method }) {
  const { pathname } = new URL(url);
  const name = decodeURIComponent(pathname);
  const path = `${dist}${name}`;
  const found = name.includes("..") ? null : await Deno.stat(path).catch(() => null);
  if (!found?.isFile) return new Response("Not Found", { status: 404 });
  const etag = `"${found.size}-${found.mtime.getTime()}"`;
  return new Response(method === "HEAD" ? null : await Deno.readFile(path), { headers: { ETag: etag } });
}

Deno.serve({ port: Number(port), hostname: "127.0.0.1" }, async (request, { remoteAddr }) => {
  const { pathname } = new URL(request.url);
  if (!paths.some((path) => path.test(pathname)) || excluded.some((path) => path.test(pathname))) return file(request);
  return answer(request, { ip: remoteAddr.hostname, next: () => file(request) });
});
