import { describe, expect, it } from "vitest";
import { conditionalAnswer, jsonAnswer, noContent, toRepresentation, toRouteResponse } from "../../../server/http/respond.ts";

const request = (ifNoneMatch?: string) =>
  new Request("https://ines.example/", ifNoneMatch === undefined ? {} : { headers: { "If-None-Match": ifNoneMatch } });

describe("toRepresentation", () => {
  it("has an ETag derived from its bytes", () => {
    const one = toRepresentation({ a: 1 }, "live");
    expect(one.etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
    expect(toRepresentation({ a: 1 }, "none").etag).toBe(one.etag);
    expect(toRepresentation({ a: 2 }, "live").etag).not.toBe(one.etag);
    expect(one.headers).toEqual({
      ETag: one.etag,
      "Cache-Control": "public, max-age=15, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400",
    });
  });
});

describe("conditionalAnswer", () => {
  const page = toRepresentation({ a: 1 }, "live", { Link: "<x>" });

  it.each([
    ["the same ETag", page.etag, 304],
    ["a weak ETag", `W/${page.etag}`, 304],
    ["a list with the ETag", `"x", ${page.etag} , W/"y"`, 304],
    ["an asterisk", "*", 304],
    ["another ETag", '"x"', 200],
    ["the ETag without quotes", page.etag.slice(1, -1), 200],
    ["empty", "", 200],
    ["missing", undefined, 200],
  ])("handles an If-None-Match that is %s", (_case, header, status) => {
    const answer = conditionalAnswer(request(header), page);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ETag: page.etag, Link: "<x>" });
    expect(answer.body === null).toBe(status === 304);
  });
});

describe("toResponse", () => {
  it("states type and length, and omits the body for HEAD", async () => {
    const answer = jsonAnswer(202, { text: "ä" });
    const get = toRouteResponse(answer, "POST", { "X-Request-Id": "r" });
    expect(Object.fromEntries(get.headers)).toEqual({
      "cache-control": "no-store",
      "content-length": "13",
      "content-type": "application/json; charset=utf-8",
      "x-request-id": "r",
    });
    expect(await get.text()).toBe('{"text":"ä"}');
    const head = toRouteResponse(answer, "HEAD", {});
    expect(head.body).toBeNull();
    expect(head.headers.get("Content-Length")).toBe("13");
  });

  it("sets each cookie, and no length if there is no body", () => {
    const response = toRouteResponse({ ...noContent(), setCookies: ["visitor=a", "browser=b"] }, "DELETE", {});
    expect(response.headers.getSetCookie()).toEqual(["visitor=a", "browser=b"]);
    expect(response.headers.has("Content-Length")).toBe(false);
  });
});
