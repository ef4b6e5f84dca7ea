import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { toSafeLine } from "../../../contract/text/safe-text.ts";
import { Failure } from "../http-failure.ts";
import { toFailure } from "../http-problems.ts";
import { noContent, type RouteAnswer } from "../respond.ts";
import { composeDocument, toSandboxHeaders } from "./page-document.ts";

const METHODS = "GET, HEAD, POST, OPTIONS";
const CANNOT_BE_READ = "This form cannot be read";

type Answerer = (request: Request, path: string) => Promise<RouteAnswer>;

/**
 * A page opened by a link in an email. It has no scripts, and works on any device.
 * @param content HTML below the title
 */
export function privatePage(status: number, title: string, content = "", headers: Record<string, string> = {}): RouteAnswer {
  return composeDocument({ status, title, html: `<main><h1>${escapeHtml(toSafeLine(title))}</h1>\n${content}</main>\n`, headers });
}

/**
 * Passes GET, HEAD and POST to `answer`, shows its failures as pages, and sandboxes all answers.
 */
export function servePrivatePages(answer: Answerer): Answerer {
  const explained = explainFailures(answer);
  return async (request, path) => {
    const { headers, ...rest } = await explained(request, path);
    return { ...rest, headers: { ...headers, ...toSandboxHeaders(headers["Content-Security-Policy"] ?? null) } };
  };
}

function explainFailures(answer: Answerer): Answerer {
  return async (request, path) => {
    if (request.method === "OPTIONS") return noContent({ Allow: METHODS });
    if (!["GET", "HEAD", "POST"].includes(request.method))
      return privatePage(405, "This request method is not supported", "", { Allow: METHODS });
    try {
      return await answer(request, path);
    } catch (error) {
      const { code, options } = error instanceof Failure ? error : toFailure(error);
      if (code === "internal-error") throw error;
      const status = { "temporary-reduced-capacity": 503, "content-too-large": 413, "unsupported-media-type": 415 }[code as string] ?? 400;
      return privatePage(status, status === 503 ? "The server cannot do this now. Try again in a minute" : CANNOT_BE_READ, "", {
        ...options.headers,
      });
    }
  };
}

export function wrongLink(): RouteAnswer {
  return privatePage(404, "This link is incomplete or wrong. Copy all of it from the email");
}

export function foreignForm(): RouteAnswer {
  return privatePage(403, "This form did not come from the link's own page. Nothing was changed");
}

export function unreadableForm(): RouteAnswer {
  return privatePage(400, CANNOT_BE_READ);
}

/**
 * Whether a form may come from a private page. Old browsers send no `Sec-Fetch-Site`, and a
 * sandboxed page has no origin. The page's token is the real check: only the page holds it.
 */
export function isOwnSite({ headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin" || (site === "cross-site" && headers.get("Origin") === "null");
}
