import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../bench/random.ts";
import { writeSnapshot } from "../../../build/emit/snapshot-folder.ts";
import { type CommentApi, openCommentApi } from "../../../cli/comments/api-source.ts";
import { type CommentedSite, createCommentedSite, toSiteFiles } from "../../threads/commented-site.ts";

const ORIGIN = "https://fjord.example";

function openApi(site: CommentedSite, answer?: (path: string) => Response | null): CommentApi & { readonly waits: number[] } {
  const waits: number[] = [];
  const api = openCommentApi({
    site: ORIGIN,
    io: {
      setTimer: (callback, ms) => {
        waits.push(ms);
        callback();
        return () => undefined;
      },
    },
    fetch: async (url) => {
      const path = url.slice(`${ORIGIN}/api/v1`.length);
      return answer?.(path) ?? site.ask(path);
    },
  });
  return { ...api, waits };
}

async function snapshotFrom(api: CommentApi, site: CommentedSite, slugs: readonly string[]): Promise<void> {
  const content = await site.published.refresh();
  if (content === null) throw new Error("nothing is published");
  await writeSnapshot(site.outDir, async () => api.source(content, slugs), { takenAt: "2026-01-31T09:30:00.000Z" });
}

describe("a snapshot over the API", () => {
  it("answers as the server did, with threads of more than 200 replies, tombstones, and many comments at one instant", async () => {
    const site = createCommentedSite(toSiteFiles(["hello", "tides", "quiet"]));
    const random = createRandom(7);
    const ids: string[] = [await site.approved("the *first*")];
    for (let n = 0; n < 290; n += 1) {
      if (random.next() < 0.4) site.clock.now += 1;
      const parentId = random.next() < 0.2 ? undefined : random.next() < 0.8 ? ids[0] : random.pick(ids);
      ids.push(await site.approved(`reply ${n} & \`code\``, parentId === undefined ? {} : { parentId }));
    }
    await site.approved("elsewhere", { slug: "tides" });
    for (const id of ids.filter((_id, at) => at % 17 === 5)) {
      const { revision = 0 } = (await site.store.comments.get(id)) ?? {};
      await site.store.comments.decide({ id, revision, decision: "delete" });
    }
    const api = openApi(site);
    expect(await api.commented()).toEqual(["hello", "tides"]);
    await snapshotFrom(api, site, ["tides", "hello", "quiet"]);
    const sorts = ["oldest", "newest", "popular"].flatMap((sort) =>
      [1, 2].map((page) => `?commentsSort=${sort}&commentsPage=${page}&commentsPageSize=50`),
    );
    const pages = ["hello", "tides", "quiet"].flatMap((slug) => sorts.map((query) => `/posts/${slug}/comments${query}`));
    const flat = ids.map((id) => `/posts/hello/comments?parentId=${id}`);
    const places = ids.map((id) => `/posts/hello/comments/${id}`);
    for (const path of [...pages, ...flat, ...places, "/comments", "/comments.atom", "/posts/tides/comments.atom"]) {
      const [asked, files] = [await site.ask(path), await site.readFiles(path)];
      expect([path, files.status, asked.ok ? await files.text() : ""]).toEqual([path, asked.status, asked.ok ? await asked.text() : ""]);
    }
  });

  it("waits as long as a refusal asks, then continues", async () => {
    const site = createCommentedSite(toSiteFiles(["hello"]));
    await site.approved("one");
    let refusals = 2;
    const api = openApi(site, () => (refusals-- > 0 ? new Response("", { status: 429, headers: { "Retry-After": "7" } }) : null));
    expect(await api.commented()).toEqual(["hello"]);
    expect(api.waits).toEqual([7_000, 7_000]);
  });

  it.each([
    [
      "is a snapshot itself",
      () => new Response("{}", { headers: { "X-Octavo-Snapshot": "2026-01-01T00:00:00.000Z" } }),
      "itself answers from a snapshot",
    ],
    ["is a page", () => new Response("<!doctype html>"), "does not answer with JSON"],
    ["is something else", () => Response.json({ posts: [] }), "answers with something other than comments"],
    ["never comes", () => new Response("", { status: 503 }), "answers 503"],
  ])("is refused if the response %s", async (_what, answer, message) => {
    const site = createCommentedSite(toSiteFiles(["hello"]));
    await expect(openApi(site, answer).commented()).rejects.toThrow(message);
  });

  it("renders texts itself, so that no HTML from another machine is published", async () => {
    const site = createCommentedSite(toSiteFiles(["hello"]));
    await site.approved("harmless");
    const answers = async (path: string): Promise<Response> => {
      const answer = await site.ask(path);
      return new Response((await answer.text()).replaceAll("<p>harmless</p>", "<script>1</script>"), { status: answer.status });
    };
    const api = openCommentApi({
      site: ORIGIN,
      io: { setTimer: () => () => undefined },
      fetch: (url) => answers(url.slice(`${ORIGIN}/api/v1`.length)),
    });
    await snapshotFrom(api, site, ["hello"]);
    const texts = readdirSync(join(site.outDir, "index/v1")).map((name) => readFileSync(join(site.outDir, "index/v1", name), "utf8"));
    expect(texts.join("")).toContain("<p>harmless</p>");
    expect(texts.join("")).not.toContain("<script>");
  });
});
