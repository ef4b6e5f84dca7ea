import { escapeHtml } from "../../contract/text/escape-html.ts";
import { Failure } from "./http-failure.ts";
import { toFailure } from "./http-problems.ts";
import { noContent, type RouteAnswer } from "./respond.ts";

const METHODS = "GET, HEAD, POST, OPTIONS";
const CANNOT_BE_READ = "This form cannot be read";

/** Whatever the page says: its address is a secret, and it may have a stranger's text beside the reader's buttons. */
const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "X-Robots-Tag": "noindex, nofollow",
};

type Answerer = (request: Request, path: string) => Promise<RouteAnswer>;

/** A page that a link in a mail leads to, without script and style, for a phone as for anything else. @param content HTML, below the title */
export function privatePage(status: number, title: string, content = "", headers: Record<string, string> = {}): RouteAnswer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${content}</body>
</html>
`;
  return { status, body, headers: { ...PAGE_HEADERS, ...headers } };
}

/** GET, HEAD and POST go to `answer`; its failures are told as pages, too. */
export function servePrivatePages(answer: Answerer): Answerer {
  return async (request, path) => {
    if (request.method === "OPTIONS") return noContent({ Allow: METHODS });
    if (!["GET", "HEAD", "POST"].includes(request.method))
      return privatePage(405, "This page can be read, and its form sent", "", { Allow: METHODS });
    try {
      return await answer(request, path);
    } catch (error) {
      const { code, options } = error instanceof Failure ? error : toFailure(error);
      if (code === "internal-error") throw error;
      const status = { "temporary-reduced-capacity": 503, "content-too-large": 413, "unsupported-media-type": 415 }[code as string] ?? 400;
      return privatePage(status, status === 503 ? "It cannot be done now. Try again in a minute" : CANNOT_BE_READ, "", {
        ...options.headers,
      });
    }
  };
}

export function wrongLink(): RouteAnswer {
  return privatePage(404, "This link is not right. Copy it whole from the mail");
}

export function foreignForm(): RouteAnswer {
  return privatePage(403, "This was not sent from the page of the link. Nothing is changed");
}

export function unreadableForm(): RouteAnswer {
  return privatePage(400, CANNOT_BE_READ);
}

/** Browsers that do not send it are old; the page's token, which no other site can read, stands alone then. */
export function isOwnSite(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin";
}
