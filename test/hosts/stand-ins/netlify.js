// What Netlify is to an edge function, as far as ours uses it: files by their names, the function before them. Run by Deno:
// deno run --allow-all netlify.js <dist> <port>
const [dist, port] = Deno.args;
globalThis.Netlify = { env: { get: (name) => Deno.env.get(name) } };
const { default: answer } = await import(`file://${dist}/_hosts/netlify/edge-functions/quire.js`);

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
  // As netlify.toml says: files of the API are no paths of the function.
  const isFunction = pathname.startsWith("/api/v1") && !pathname.endsWith(".json");
  if (!isFunction) return file(request);
  return answer(request, { ip: remoteAddr.hostname, next: () => file(request) });
});
