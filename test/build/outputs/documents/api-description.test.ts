import { describe, expect, it, vi } from "vitest";
import { createOpenApiDocument } from "../../../../build/openapi/openapi-document.ts";
import { describeApi } from "../../../../build/outputs/documents/api-description.ts";
import { makeMemos } from "../../factories.ts";

const BASE = "https://fjord.example/api/v1";
const SITE = { baseUrl: BASE, problemBaseUrl: BASE, siteName: "Fjord", kinds: [] };
const TAGS = { items: [{ slug: "шторм", name: 'Storm "9"', count: 2 }] };

function expectSame(text: string | undefined, examples: Readonly<Record<string, unknown>>): void {
  expect(text).toBe(JSON.stringify(createOpenApiDocument({ ...SITE, examples })));
}

describe("describeApi", () => {
  it("gives the same document as a description with the examples in it, even if two examples are equal", async () => {
    const examples = {
      getPost: { slug: "heron", title: "A heron", bodyText: "Grey. ".repeat(200) },
      listTags: TAGS,
      listCategories: TAGS,
      listServices: { items: [{ slug: "heron", id: "weaving" }] },
      listAlbums: undefined,
    };
    expectSame((await describeApi({ ...SITE, examples }, makeMemos()))["api/v1/openapi.json"], examples);
  });

  it("does not describe the API again if only examples differ", async () => {
    const memos = makeMemos();
    const write = vi.spyOn(memos, "write");
    await describeApi({ ...SITE, examples: { getPost: { slug: "heron", title: "A heron" } } }, memos);
    const examples = { getPost: { slug: "tern", title: "A tern" } };
    const described = await describeApi({ ...SITE, examples }, memos);
    expectSame(described["api/v1/openapi.json"], examples);
    expect(write).toHaveBeenCalledOnce();
  });
});
