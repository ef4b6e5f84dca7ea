import { API_PREFIX } from "../../contract/paths.ts";
import { putTargetBelow } from "../api/below-base.ts";
import type { Dists, Serve } from "../api/open-api.ts";
import { openApi, serveOverSocket } from "../api/open-api.ts";
import type { Api, SendOptions } from "../api/request.ts";
import { REQUESTS } from "../api/requests.ts";
import { EXTRA_REQUESTS, type RecordedRequest } from "./extra-requests.ts";

/**
 * Everything that the black-box suite of the read API sends to the site as built, by group: its
 * requests and those of its checks. Requests to other kinds of sites (built with counts, not built
 * at all) are left out.
 * @param base the site's base path, which the recorded targets lack
 */
export async function recordRequests(dirs: Dists["dirs"], base = ""): Promise<ReadonlyMap<string, readonly RecordedRequest[]>> {
  let sink: Map<string, RecordedRequest> | null = null;
  const serve: Serve = async (distDir) => {
    const served = await serveOverSocket(distDir, base);
    return {
      close: served.close,
      fetch: (target, init) => {
        const headers = Object.fromEntries(new Headers(init.headers));
        // The suite compares ETags, which differ between a file and its compressed copy. Sites in
        // other tests have no such copies.
        return served.fetch(target, { ...init, headers: { ...headers, "accept-encoding": "identity" } });
      },
    };
  };
  const opened = await openApi(dirs, serve, base);
  const record = (target: string, { method = "GET", headers = {}, site = "plain" }: SendOptions): void => {
    if (site !== "plain") return;
    // As fetch sends it: dot segments are resolved, and characters outside ASCII are encoded.
    const { pathname, search } = new URL(`http://octavo.test${putTargetBelow(base, API_PREFIX + target)}`);
    const recorded = { method, target: pathname.slice(base.length) + search, headers: Object.fromEntries(new Headers(headers)) };
    sink?.set(JSON.stringify(recorded), recorded);
  };
  const api: Api = {
    ...opened,
    send(target, options = {}) {
      record(target, options);
      return opened.send(target, options);
    },
  };
  const groups = new Map<string, readonly RecordedRequest[]>();
  try {
    for (const [group, requests] of Object.entries(REQUESTS)) {
      sink = new Map();
      for (const request of requests) {
        const answer = await api.send(request.target, request);
        await request.check?.(answer, api);
      }
      if (sink.size > 0) groups.set(group, [...sink.values()]);
    }
  } finally {
    await opened.close();
  }
  for (const [group, requests] of Object.entries(EXTRA_REQUESTS)) groups.set(group, requests);
  return groups;
}

/** Whether a target is below API_PREFIX. */
export function isApi(target: string): boolean {
  return target === API_PREFIX || target.startsWith(`${API_PREFIX}/`) || target.startsWith(`${API_PREFIX}?`);
}
