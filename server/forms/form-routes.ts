import type { H3 } from "h3";
import { URI_MAX_BYTES } from "../../contract/limits.ts";
import { type RouteName, routeOf } from "../../contract/paths.ts";
import { methodDetail } from "../../contract/problems.ts";
import type { ClientAddresses } from "../http/address/client-address.ts";
import { arrivalOf } from "../http/arrival.ts";
import { type FinishAnswer, fallbackBaseUrl } from "../http/finish-answer.ts";
import { Failure } from "../http/http-failure.ts";
import { noContent } from "../http/respond.ts";
import { once } from "../once.ts";
import type { ApiContext } from "../route-context.ts";
import { toVisit } from "../routes/to-visit.ts";

const METHODS = ["GET", "HEAD", "POST"];
const ALLOW = [...METHODS, "OPTIONS"].join(", ");

/** Paths, each with the API route whose rules apply to it. */
const PATHS: readonly (readonly [path: string, page: "comments" | "inquiry", route: RouteName])[] = [
  ["/comments/:slug", "comments", "comments"],
  ["/inquiry", "inquiry", "inquiries"],
];

interface FormRouteParts {
  readonly context: ApiContext;
  readonly addresses: ClientAddresses;
  readonly finish: FinishAnswer;
}

/** Adds the form pages. The first request loads their code. */
export function addFormPages(app: H3, { context, addresses, finish }: FormRouteParts): void {
  const pages = once(async () => (await import("./form-pages.ts")).createFormPages(context));
  for (const [path, page, name] of PATHS)
    app.all(path, async (event) => {
      const { method } = event.req;
      const arrival = Object.assign(arrivalOf(event), { route: `${page} page`, cors: {} });
      if (arrival.targetBytes > URI_MAX_BYTES) throw new Failure("uri-too-long");
      if (method === "OPTIONS") return finish(event, noContent({ Allow: ALLOW }));
      if (!METHODS.includes(method)) throw new Failure("method-not-allowed", { detail: methodDetail(ALLOW), headers: { Allow: ALLOW } });
      const content = await context.published.current();
      const baseUrl = context.config.baseUrl ?? content?.baseUrl ?? fallbackBaseUrl(event.req.url);
      // A form is only accepted from the site's own pages. The form's own code checks that.
      const origin = { allowed: true, headers: {} };
      return finish(event, await (await pages())[page](toVisit(event, { route: routeOf(name), baseUrl, origin, content, addresses })));
    });
}
