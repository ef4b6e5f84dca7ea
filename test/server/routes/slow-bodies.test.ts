import { describe, expect, it } from "vitest";
import { json, problemOf } from "../answers.ts";
import { createFixture, type Fixture } from "../api-fixture.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const renamed = { slugs: { posts: ["closed", "hi", "tides"] }, aliases: { hello: "hi" } };

/**
 * A body whose second half arrives only after `meanwhile`, when the server has read the published
 * content again.
 */
function slowly({ site, clock, get }: Fixture, body: object, meanwhile: Partial<Fixture["site"]["published"]>): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify(body));
  const parts = [bytes.subarray(0, 5), bytes.subarray(5)];
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const part = parts.shift();
        if (part === undefined) return controller.close();
        if (parts.length === 0) {
          site.published = { ...site.published, ...meanwhile };
          clock.now += 20_000;
          await get("/posts/no-such-post/comments");
        }
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
}

describe("a post that is renamed while a body arrives", () => {
  it("gets the comment under its current slug", async () => {
    const fixture = createFixture();
    const body = slowly(fixture, { authorName: "Ada", body: "Slow" }, renamed);
    const response = await fixture.send("POST", "/posts/hello/comments", { headers: JSON_TYPE, body });
    expect(response.status).toBe(202);
    const { id } = await json(response);
    expect((await fixture.store.comments.get(String(id)))?.slug).toBe("hi");
  });

  it("still lets the author change a comment", async () => {
    const fixture = createFixture();
    const { id, editToken } = await json(await fixture.post("/posts/hello/comments", { authorName: "Ada", body: "First" }));
    const headers = { ...JSON_TYPE, "X-Edit-Token": String(editToken) };
    const response = await fixture.send("PATCH", `/posts/hello/comments/${id}`, {
      headers,
      body: slowly(fixture, { body: "Second" }, renamed),
    });
    expect(response.status).toBe(200);
    expect(await fixture.store.comments.get(String(id))).toMatchObject({ slug: "hi", body: "Second" });
  });
});

it("a post that is closed while a body arrives refuses the comment", async () => {
  const fixture = createFixture();
  const body = slowly(fixture, { authorName: "Ada", body: "Late" }, { commentsClosed: ["closed", "hello"] });
  const response = await fixture.send("POST", "/posts/hello/comments", { headers: JSON_TYPE, body });
  expect(await problemOf(response)).toMatchObject({ status: 403, code: "comments-closed" });
});
