import { findObject, type ObjectBindings, type ObjectStub } from "../../../contract/objects/object-ids.ts";
import { CLIENT_ADDRESS_HEADER, isForServer, STRIPPED_HEADERS } from "../../../contract/proxy-headers.ts";
import { createHttpCounts } from "../../../edge/counts/http-counts.ts";
import type { WriteServer } from "../../writes/server-behind.ts";

/** Objects have no host; any name works. */
const OBJECT_ORIGIN = "https://object.local";

/** The write server in the site's Durable Object. */
export function createObjectServer(env: ObjectBindings): WriteServer {
  const object = (): ObjectStub => findObject(env, "writes");
  return {
    answers: isForServer,
    counts: createHttpCounts({ origin: OBJECT_ORIGIN, fetch: (url, init) => object().fetch(url, init) }),
    fetch: async (request, { address }) => {
      try {
        return await object().fetch(toInner(request, address));
      } catch (error) {
        // Only the object's own message shows that a secret is missing.
        console.error("the object that writes cannot answer", error);
        return null;
      }
    },
  };
}

/** The object trusts this header about the client, so the client's own value must not arrive. */
function toInner(request: Request, address: string): Request {
  const headers = new Headers(request.headers);
  for (const name of STRIPPED_HEADERS) headers.delete(name);
  if (address !== "") headers.set(CLIENT_ADDRESS_HEADER, address);
  // The object's desk only answers requests for its own host name.
  headers.set("Host", new URL(request.url).host);
  return new Request(request, { headers, redirect: "manual" });
}
