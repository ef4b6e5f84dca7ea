import type { ClientMethods } from "../client.ts";
import { ELEMENT_OPERATIONS } from "../generated/element-operations.ts";
import { createSender } from "../send-request.ts";

/** The part of the client that the elements use. */
export type ElementClient = Pick<ClientMethods, "comments" | "inquiries" | "kinds" | "likes" | "posts" | "search" | "services" | "site">;

/** One more attempt than one: somebody waits. */
const RETRIES = 1;

/**
 * The client's core with the operations of the elements, and without what is for programmers: checks of arguments, all pages.
 * @param signal aborted when its element goes: then answers to reads are of no use
 */
export function createElementClient(baseUrl: string, signal: AbortSignal): ElementClient {
  const send = createSender({ baseUrl, retries: RETRIES }, { describe: () => ["", ""] });
  const client: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(ELEMENT_OPERATIONS)) {
    const [group = "", method] = name.split(".");
    const call = (...args: unknown[]): Promise<unknown> => {
      const path = row.path.replace(/\{\w+\}/g, () => encodeURIComponent(String(args.shift())));
      const body = row.body && args.shift();
      const query = Object.entries(Object(row.query && args.shift())).filter(([, value]) => value !== null);
      // Browsers make texts of numbers.
      const search = String(new URLSearchParams(query as [string, string][]));
      const options = { ...(row.method === "GET" && { signal }), ...Object(args.shift()) };
      return send({ row, url: baseUrl + path + (search && `?${search}`), body, options });
    };
    client[group] = method === undefined ? call : { ...(client[group] as object), [method]: call };
  }
  // The generated interface and the table are made from the same operations; `all` is not called.
  return client as unknown as ElementClient;
}
