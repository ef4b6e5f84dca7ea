import { describe, expect, it } from "vitest";
import { createOpenApiDocument } from "../../../build/openapi/openapi-document.ts";
import { CACHE_CONTROL } from "../../../contract/paths.ts";
import { createProblem } from "../../../contract/problem-types.ts";
import type { ProblemCode } from "../../../contract/problems.ts";
import { createConformance } from "../../helpers/openapi.ts";

/** Checks that `checkResponse`, with which other tests check answers, can fail. */

const BASE_URL = "https://ines.example/api/v1";
const DOCUMENT = createOpenApiDocument({ baseUrl: BASE_URL, siteName: "Ines" });

const COMMON = { "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" };
const GOOD = { ...COMMON, "Cache-Control": CACHE_CONTROL.document, ETag: '"abc"', "Content-Type": "application/json; charset=utf-8" };
const ITEMS = { items: [{ slug: "sea", name: "Sea", count: 3, url: null, path: null }] };

function json(body: unknown, headers: Record<string, string | null> = {}, status = 200): Response {
  const all = Object.entries({ ...GOOD, ...headers }).filter((entry): entry is [string, string] => entry[1] !== null);
  return new Response(JSON.stringify(body), { status, headers: all });
}

function problem(code: ProblemCode, headers: Record<string, string> = {}, status?: number): Response {
  const body = createProblem(BASE_URL, code, status === undefined ? {} : { status });
  const cache = code === "not-found" ? CACHE_CONTROL.missing : CACHE_CONTROL.none;
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { ...COMMON, "Cache-Control": cache, "Content-Type": "application/problem+json", ...headers },
  });
}

/** The error from checking an answer, by default to GET /tags/posts; "" if it passes. */
async function check(response: Response, method = "GET", path = "/tags/posts"): Promise<string> {
  try {
    await createConformance(DOCUMENT).checkResponse(method, path, response);
    return "";
  } catch (error) {
    return String(error);
  }
}

describe("checkResponse", () => {
  it("passes a documented answer, and leaves the body to be read", async () => {
    const response = json(ITEMS);
    expect(await check(response, "GET", `${BASE_URL}/tags/posts?utm_source=x`)).toBe("");
    expect(await response.json()).toEqual(ITEMS);
    expect(await check(problem("not-found"))).toBe("");
    expect(await check(new Response(null, { status: 304, headers: { ...GOOD, "Content-Type": "" } }))).toBe("");
    expect(await check(new Response(null, { headers: GOOD }), "HEAD")).toBe("");
    expect(await check(new Response(null, { status: 204, headers: { Allow: "GET, HEAD, OPTIONS" } }), "OPTIONS")).toBe("");
    expect(await check(problem("method-not-allowed", { Allow: "GET, HEAD, OPTIONS" }), "PUT")).toBe("");
    expect(await check(problem("not-found"), "GET", "/admin/posts")).toBe("");
  });

  it("fails on a status that is not documented", async () => {
    expect(await check(json(ITEMS, {}, 201))).toContain("listTags documents no status 201");
    expect(await check(problem("validation-error"))).toContain("listTags documents no status 400");
    expect(await check(json(ITEMS), "PUT")).toContain("200 to an undocumented method");
    expect(await check(json(ITEMS), "GET", "/admin/posts")).toContain("200 at a path that is not documented");
  });

  it("fails on another media type", async () => {
    expect(await check(json(ITEMS, { "Content-Type": "text/html" }))).toContain("the media type is text/html");
    expect(await check(json(ITEMS, { "Content-Type": "application/json" }))).toContain("the media type is application/json, documented");
    expect(await check(problem("not-found", { "Content-Type": "application/json; charset=utf-8" }))).toContain(
      "documented is application/problem+json",
    );
  });

  it("fails on a body with an unknown, a missing or a wrongly typed member, at any depth", async () => {
    expect(await check(json({ ...ITEMS, more: 1 }))).toContain("more");
    expect(await check(json({ items: [{ slug: "sea", name: "Sea" }] }))).toContain("required property 'count'");
    expect(await check(json({ items: [{ slug: "sea", name: "Sea", count: "3" }] }))).toContain("/items/0/count must be integer");
    expect(await check(json({ items: [{ slug: "No Slug", name: "Sea", count: 3 }] }))).toContain("/items/0/slug must match pattern");
    expect(await check(new Response("<p>", { headers: GOOD }))).toContain("the body is not JSON");
  });

  it("fails on a header that is missing or has another value", async () => {
    expect(await check(json(ITEMS, { ETag: null }))).toContain("the header ETag is missing");
    expect(await check(json(ITEMS, { "Access-Control-Allow-Origin": null }))).toContain(
      "the header Access-Control-Allow-Origin is missing",
    );
    expect(await check(json(ITEMS, { "Cache-Control": "no-store" }))).toContain("the header Cache-Control");
    expect(await check(problem("index-unavailable"))).toContain("the header Retry-After is missing");
    expect(await check(problem("method-not-allowed"), "PUT")).toContain("the header Allow is missing");
    expect(await check(new Response(null, { status: 204 }), "OPTIONS")).toContain("the header Allow is missing");
  });

  it("fails on a body where none is allowed", async () => {
    expect(await check(json(ITEMS), "HEAD")).toContain("HEAD was answered with a body");
    expect(await check(new Response("x", { status: 200, headers: { Allow: "GET" } }), "OPTIONS")).not.toBe("");
  });

  it("fails on a problem whose status or code differs from the answer's", async () => {
    const lying = new Response(JSON.stringify(createProblem(BASE_URL, "not-found")), {
      status: 500,
      headers: { ...COMMON, "Cache-Control": "no-store", "Content-Type": "application/problem+json" },
    });
    const message = await check(lying);
    expect(message).toContain("the problem says status 404, the answer has 500");
    expect(message).toContain("not-found is not among the codes of 500: internal-error");
  });
});

describe("coverage", () => {
  it("lists documented answers that did not occur, and does not count failed answers", async () => {
    const conformance = createConformance(DOCUMENT);
    const options = { operations: (id: string) => id === "listTags", exceptStatuses: [500] };
    await conformance.checkResponse("GET", "/tags/posts", json(ITEMS));
    await conformance.checkResponse("GET", "/tags/x", undefined, problem("not-found"));
    await conformance.checkResponse("PUT", "/tags/posts", problem("method-not-allowed", { Allow: "GET" }));
    await conformance.checkResponse("GET", "/tags/posts", problem("index-unavailable")).catch(() => undefined);
    expect(conformance.coverage(options)).toEqual(["listTags 304", "listTags 414", "listTags 503"]);
    expect(conformance.coverage()).toContain("listPosts 200");
    expect(conformance.coverage()).not.toContain("likePost 200");
  });
});
