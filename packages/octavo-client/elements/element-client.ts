import type { ClientMethods } from "../client.ts";
import { ELEMENT_OPERATIONS } from "../generated/element-operations.ts";
import { createSender } from "../send-request.ts";

/** The part of the client that the elements use. */
export type ElementClient = Pick<ClientMethods, "comments" | "inquiries" | "kinds" | "likes" | "posts" | "search" | "services" | "site">;

/** A single retry, because a visitor is waiting. */
const RETRIES = 1;

/**
 * The client's core with the elements' operations, without features for programmers, such as
 * argument checks and reading all pages.
 * @param signal aborted when the element is removed, so that pending reads end
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
      // Browsers convert numbers to text.
      const search = String(new URLSearchParams(query as [string, string][]));
      const options = { ...(row.method === "GET" && { signal }), ...Object(args.shift()) };
      return send({ row, url: baseUrl + path + (search && `?${search}`), body, options });
    };
    client[group] = method === undefined ? call : { ...(client[group] as object), [method]: call };
  }
  // The generated interface and the table are made from the same operations; `all` is not called.
  return client as unknown as ElementClient;
}
