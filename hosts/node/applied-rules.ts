import { findRedirect, isForPath, NO_RULES, putRulesBelow, RULES_FILE, type SiteRules } from "../../contract/config/site-rules.ts";
import { CACHE_CONTROL } from "../../contract/paths.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import type { DistFiles } from "./dist-files.ts";

/** The owner's `headers` and `redirects`, for all paths except ours. */
export interface AppliedRules {
  /** Redirects a request, including requests for former pages; null if no rule applies. */
  redirect(request: Request): Promise<Response | null>;
  /** Adds the headers for the path. Existing headers stay. */
  addHeaders(pathname: string, answer: Response): Promise<void>;
}

/**
 * Reads the rules from the built site, so that a new build's rules apply immediately.
 * @param base path of the site; requests arrive without it
 * @param formerPage redirects from former pages, in the order of putRulesBelow
 */
export function createAppliedRules(
  files: DistFiles,
  base: string,
  formerPage: (request: Request) => Promise<Response | null>,
): AppliedRules {
  let parsed: { readonly bytes: Uint8Array; readonly rules: SiteRules } | null = null;
  const read = async (): Promise<SiteRules> => {
    const bytes = await files.read(RULES_FILE);
    if (bytes === null) return NO_RULES;
    if (parsed?.bytes !== bytes) parsed = { bytes, rules: putRulesBelow(base, JSON.parse(new TextDecoder().decode(bytes))) };
    return parsed.rules;
  };
  return {
    async redirect(request) {
      const { url, method } = request;
      if (method !== "GET" && method !== "HEAD") return null;
      const { pathname, search } = new URL(url);
      const found = findRedirect((await read()).redirects, putBelow(base, pathname), search);
      const redirect = found?.isForFolder === false ? null : await formerPage(request);
      if (found === null || redirect !== null) return redirect;
      const cached = found.status === 301 || found.status === 308 ? { "Cache-Control": CACHE_CONTROL.document } : {};
      return new Response(null, { status: found.status, headers: { Location: found.to, ...cached } });
    },
    async addHeaders(pathname, answer) {
      const rules = (await read()).headers.filter(({ path }) => isForPath(path, putBelow(base, pathname)));
      // Changes the response itself: moving its body into another one may end the process when the
      // client hangs up.
      for (const [name, value] of rules.flatMap(({ headers }) => Object.entries(headers)))
        if (!answer.headers.has(name)) answer.headers.set(name, value);
    },
  };
}
