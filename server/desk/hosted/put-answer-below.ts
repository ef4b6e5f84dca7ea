import { putBelow, putLinksBelow } from "../../../contract/text/base-path.ts";

const REFRESH = 'content="0;url=/';

/** Adds the desk's own base path to the paths in its pages. @param base "" or `/desk` */
export async function putAnswerBelow(base: string, response: Response): Promise<Response> {
  if (base === "") return response;
  const headers = new Headers(response.headers);
  const location = headers.get("Location");
  if (location !== null) headers.set("Location", putBelow(base, location));
  if (!headers.get("Content-Type")?.startsWith("text/html")) return new Response(response.body, { status: response.status, headers });
  // All texts are escaped, so these quotes are ours. Scripts and styles contain no such address.
  const html = putLinksBelow(base, await response.text()).replaceAll(REFRESH, `${REFRESH.slice(0, -1)}${base}/`);
  return new Response(html, { status: response.status, headers });
}
