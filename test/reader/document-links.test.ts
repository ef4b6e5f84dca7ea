import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Kind } from "../../packages/octavo-client/client.ts";
import { languageLinks } from "../../reader/views/document-parts.ts";
import { fieldNode } from "../../reader/views/field-nodes.ts";
import type { ReaderWording } from "../../reader/words/reader-wording.ts";
import { type FakeNode, stubDocument } from "./fake-node.ts";

const SITE = "https://ines.example/blog";

beforeEach(() => stubDocument(`${SITE}/posts/ice`, "/blog"));
afterEach(() => vi.unstubAllGlobals());

function linksIn(node: unknown): readonly string[] {
  return (node as FakeNode).links();
}

it("links translations below the base of the site once", () => {
  const german = { language: "de", slug: "x-de", url: `${SITE}/posts/x-de`, path: "/blog/posts/x-de", title: "Eis" };
  const withoutPage = { language: "fr", slug: "x-fr", url: null, path: null, title: "Glace" };
  expect(linksIn(languageLinks("posts", [german, withoutPage]))).toEqual(["/blog/posts/x-de", "/blog/posts/x-fr"]);
});

it("links pages above and below another below the base of the site once", () => {
  const place = { name: "ancestors", kind: { filters: [] } as unknown as Kind, wording: {} as ReaderWording };
  const page = { slug: "about", title: "About", url: `${SITE}/about`, path: "/blog/about" };
  expect(linksIn(fieldNode(page, {}, place))).toEqual(["/blog/about"]);
});
