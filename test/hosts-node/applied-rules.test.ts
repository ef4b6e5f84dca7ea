import { describe, expect, it } from "vitest";
import { RULES_FILE, type SiteRules } from "../../contract/config/site-rules.ts";
import { createAppliedRules } from "../../hosts/node/applied-rules.ts";
import type { DistFiles } from "../../hosts/node/dist-files.ts";

const ask = (path: string, method = "GET"): Request => new Request(`https://ines.example${path}`, { method });

const noFormerPage = async (): Promise<null> => null;

/** Files of a site that has these rules and nothing else. */
function filesWith(rules: () => SiteRules): DistFiles {
  return {
    read: async (name) => (name === RULES_FILE ? new TextEncoder().encode(JSON.stringify(rules())) : null),
    find: async () => null,
  };
}

describe("the owner's rules on Node", () => {
  it("redirect readers, with their query, as the current files state", async () => {
    let to = "/new";
    const rules = createAppliedRules(
      filesWith(() => ({ headers: [], redirects: [{ from: "/old/*", to: `${to}/:splat`, status: 308 }] })),
      "",
      noFormerPage,
    );
    const locationOf = async (request: Request): Promise<unknown> => (await rules.redirect(request))?.headers.get("Location");
    expect(await locationOf(ask("/old/a%20b?c=d"))).toBe("/new/a%20b?c=d");
    to = "/newer";
    expect(await locationOf(ask("/old/", "HEAD"))).toBe("/newer/");
    for (const request of [ask("/old/a", "POST"), ask("/old"), ask("/older/a")]) expect(await rules.redirect(request)).toBeNull();
  });

  it("redirect from a single path first, then from a former page, then from the narrowest folder", async () => {
    const rules = createAppliedRules(
      filesWith(() => ({
        headers: [],
        redirects: [
          { from: "/old/*", to: "/wide/:splat", status: 301 },
          { from: "/old/größe/*", to: "/narrow/:splat", status: 301 },
          { from: "/old/a", to: "/single", status: 301 },
          { from: "/whole", to: "/blog/single?x", status: 301 },
        ],
      })),
      "/blog",
      async ({ url }) => (/\/old\/(?:a|ice)$/.test(url) ? new Response(null, { status: 301, headers: { Location: "/former" } }) : null),
    );
    const paths = ["/old/a", "/old/ice", "/old/gr%c3%B6%C3%9Fe/x", "/old/b", "/whole", "/b"];
    const locations = await Promise.all(paths.map(async (path) => (await rules.redirect(ask(path)))?.headers.get("Location")));
    expect(locations).toEqual(["/blog/single", "/former", "/blog/narrow/x", "/blog/wide/b", "/blog/single?x", undefined]);
  });

  it("add headers to the answer, and replace none that it has", async () => {
    const rules = createAppliedRules(
      filesWith(() => ({ headers: [{ path: "/*", headers: { "X-Own": "mine", "Cache-Control": "no-store" } }], redirects: [] })),
      "",
      noFormerPage,
    );
    const answer = new Response("text", { headers: { "Cache-Control": "no-cache" } });
    await rules.addHeaders("/about", answer);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ "x-own": "mine", "cache-control": "no-cache" });
    expect(await answer.text()).toBe("text");
  });

  it("do not apply if a build has none", async () => {
    const rules = createAppliedRules({ read: async () => null, find: async () => null }, "", noFormerPage);
    expect(await rules.redirect(ask("/old"))).toBeNull();
  });
});
