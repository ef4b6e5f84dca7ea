import { describe, expect, it } from "vitest";
import { type HostProblemCode, methodDetail, type Problem, type ProblemCode } from "../../contract/problems.ts";
import { constantProblem } from "../../hosts/constant-problems.ts";
import { problemResponse } from "../../hosts/problem-response.ts";
import { BASE_URL, makeDist, makePost, serve } from "../edge/site-fixture.ts";
import { createFixture } from "../server/api-fixture.ts";

/**
 * Every program that answers in place of another: the read handler, the write server, hosts'
 * programs, and web servers by their generated configuration.
 */

const FILES = serve(makeDist({ posts: [makePost("hello")] }));
const detailOf = async (response: Response): Promise<string> => ((await response.json()) as Problem).detail;
const ofHandler = async (method: string, target: string): Promise<string> => detailOf(await FILES.get(target, { method }));
const ofServer = async (method: string, target: string): Promise<string> => detailOf(await createFixture().send(method, target));
const ofProgram = async (code: HostProblemCode, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  detailOf(await problemResponse(async () => null, new Request(BASE_URL), code, { headers }));
const ofWebServer = (code: ProblemCode, detail?: string): string =>
  (JSON.parse(constantProblem(BASE_URL, code, detail).body) as Problem).detail;

describe("one problem has one detail, whoever answers", () => {
  it.each([
    "/nothing",
    "/posts/nothing/comments",
    "/posts/-/comments",
    "/posts/nothing/like",
  ])("for %s, which does not exist", async (target) => {
    const wanted = ofWebServer("not-found");
    expect([await ofServer("GET", target), await ofProgram("not-found")]).toEqual([wanted, wanted]);
  });

  it.each([
    "/nothing",
    "/posts/nothing",
    "/posts/nothing.md",
    "/projects/nothing",
    "/post-series/nothing",
    "/tags/nothing",
    "/problems/nothing",
  ])("for %s, which is in no file", async (target) => {
    expect(await ofHandler("GET", target)).toBe(ofWebServer("not-found"));
  });

  it("for a method that a path does not have", async () => {
    const allow = "GET, HEAD, POST, OPTIONS";
    const wanted = ofWebServer("method-not-allowed", methodDetail(allow));
    const [handler, server] = [await ofHandler("PUT", "/posts/hello/comments"), await ofServer("PUT", "/posts/hello/comments")];
    expect([handler, server, await ofProgram("method-not-allowed", { Allow: allow })]).toEqual([wanted, wanted, wanted]);
  });

  it("for an address that is too long", async () => {
    const target = `/posts/hello/comments?${"x".repeat(9_000)}`;
    const wanted = ofWebServer("uri-too-long");
    expect([await ofHandler("GET", target), await ofServer("GET", target)]).toEqual([wanted, wanted]);
  });

  it("for a body that is too large", async () => {
    const body = JSON.stringify({ authorName: "Ada", body: "x".repeat(40_000) });
    const answer = await createFixture().send("POST", "/posts/hello/comments", { body, headers: { "Content-Type": "application/json" } });
    expect(await detailOf(answer)).toBe(ofWebServer("content-too-large"));
  });

  it("for a query that is wrong", async () => {
    const details = [await ofHandler("GET", "/posts?page=0&tags=x"), await ofServer("GET", "/posts/hello/comments?commentsPage=0&page=2")];
    expect(details).toEqual(["Wrong in the query: page, tags.", "Wrong in the query: commentsPage, page."]);
  });

  it("for requests that only the write server can answer", async () => {
    expect(await ofHandler("GET", "/posts/hello/like")).toBe(ofWebServer("temporary-reduced-capacity"));
  });
});
