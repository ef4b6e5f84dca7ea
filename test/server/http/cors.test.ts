import { describe, expect, it } from "vitest";
import { routeOf } from "../../../contract/paths.ts";
import { assertOrigin, decideOrigin, type OriginPolicy, optionsHeaders } from "../../../server/http/cors.ts";
import { Failure } from "../../../server/http/http-failure.ts";

const OWN = "https://ines.example";
const LISTED = "https://blog.example";
const OPEN: OriginPolicy = { likes: new Set([OWN, LISTED]), writes: null };
const CLOSED: OriginPolicy = { likes: new Set([OWN, LISTED]), writes: new Set([OWN, LISTED]) };
const EXPOSED = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Octavo-Snapshot, X-Request-Id";

/** Origins that resemble a listed one. */
const TRICKS = [
  "https://evil.example",
  "null",
  "https://ines.example.evil.example",
  "https://evil-ines.example",
  "https://xines.example",
  "https://www.ines.example",
  "http://ines.example",
  "https://ines.example:8443",
  "https://ines.example/",
  "https://INES.example",
  "https://ines.example, https://evil.example",
  "https://ines.example@evil.example",
  "https://ines.example%00.evil.example",
  "",
];

const request = (headers: Record<string, string> = {}, method = "POST") => new Request(`${OWN}/x`, { method, headers });

describe("likes", () => {
  const like = routeOf("like");

  it.each([OWN, LISTED])("are open to pages of %s, with credentials", (origin) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      expect(decideOrigin(request({ Origin: origin }, method), like, method, OPEN)).toEqual({
        allowed: true,
        headers: {
          "Access-Control-Allow-Origin": origin,
          "Access-Control-Allow-Credentials": "true",
          "Access-Control-Expose-Headers": EXPOSED,
          Vary: "Origin",
        },
      });
    }
  });

  it.each(TRICKS)("are closed to %j, which learns nothing", (origin) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      expect(decideOrigin(request({ Origin: origin, "Sec-Fetch-Site": "same-origin" }, method), like, method, OPEN)).toEqual({
        allowed: false,
        headers: { Vary: "Origin" },
      });
    }
  });

  it.each([
    [undefined, true],
    ["same-origin", true],
    ["none", true],
    ["same-site", false],
    ["cross-site", false],
    ["", false],
    ["SAME-ORIGIN", false],
    ["same-origin, cross-site", false],
  ])("without Origin and with Sec-Fetch-Site %j are allowed: %j", (site, allowed) => {
    const headers: Record<string, string> = site === undefined ? {} : { "Sec-Fetch-Site": site };
    for (const method of ["GET", "POST", "DELETE"]) {
      const decision = decideOrigin(request(headers, method), like, method, OPEN);
      expect(decision.allowed).toBe(allowed);
      expect(decision.headers).not.toHaveProperty("Access-Control-Allow-Origin");
    }
  });

  it("answer a preflight from another origin without Allow-Origin", () => {
    const preflight = (origin: string) =>
      optionsHeaders(request({ Origin: origin, "Access-Control-Request-Method": "POST" }, "OPTIONS"), like, OPEN);
    expect(preflight("https://evil.example")).not.toHaveProperty("Access-Control-Allow-Origin");
    expect(preflight("null")).not.toHaveProperty("Access-Control-Allow-Origin");
    expect(preflight(OWN)).toMatchObject({
      "Access-Control-Allow-Origin": OWN,
      "Access-Control-Allow-Credentials": "true",
      "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE, OPTIONS",
      "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key, If-None-Match, X-Edit-Token, traceparent, tracestate, baggage",
      "Access-Control-Max-Age": "7200",
      Vary: expect.stringContaining("Origin"),
    });
  });
});

describe("other writes", () => {
  const comments = routeOf("comments");

  it("are open to everybody unless the owner lists origins", () => {
    for (const origin of [OWN, ...TRICKS]) {
      expect(decideOrigin(request({ Origin: origin, "Sec-Fetch-Site": "cross-site" }), comments, "POST", OPEN)).toEqual({
        allowed: true,
        headers: { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED },
      });
    }
  });

  it.each(TRICKS)("are closed to %j if the owner lists others", (origin) => {
    expect(decideOrigin(request({ Origin: origin }), comments, "POST", CLOSED)).toEqual({ allowed: false, headers: { Vary: "Origin" } });
  });

  it("echo a listed origin, without credentials", () => {
    const { allowed, headers } = decideOrigin(request({ Origin: LISTED }), comments, "POST", CLOSED);
    expect(allowed).toBe(true);
    expect(headers).toMatchObject({ "Access-Control-Allow-Origin": LISTED, Vary: "Origin" });
    expect(headers).not.toHaveProperty("Access-Control-Allow-Credentials");
  });

  it("are open to programs and closed to pages that hide their origin, if the owner lists origins", () => {
    expect(decideOrigin(request(), comments, "POST", CLOSED).allowed).toBe(true);
    expect(decideOrigin(request({ "Sec-Fetch-Site": "cross-site" }), comments, "POST", CLOSED).allowed).toBe(false);
  });

  it("leave reads open", () => {
    for (const method of ["GET", "HEAD"]) {
      const decision = decideOrigin(request({ Origin: "https://evil.example" }, method), comments, method, CLOSED);
      expect(decision).toMatchObject({ allowed: true, headers: { "Access-Control-Allow-Origin": "*" } });
    }
  });

  it("answer a preflight for the requested method", () => {
    const preflight = (origin: string, method: string) =>
      optionsHeaders(request({ Origin: origin, "Access-Control-Request-Method": method }, "OPTIONS"), comments, CLOSED);
    expect(preflight("https://evil.example", "GET")).toMatchObject({ "Access-Control-Allow-Origin": "*" });
    expect(preflight("https://evil.example", "POST")).not.toHaveProperty("Access-Control-Allow-Origin");
    expect(preflight(LISTED, "POST")).toMatchObject({
      "Access-Control-Allow-Origin": LISTED,
      Vary: "Origin, Access-Control-Request-Method",
    });
  });
});

describe("OPTIONS", () => {
  it("lists the methods, and more only in answer to a preflight", () => {
    expect(optionsHeaders(request({}, "OPTIONS"), routeOf("counts"), OPEN)).toEqual({
      Allow: "GET, HEAD, OPTIONS",
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": EXPOSED,
    });
  });
});

describe("assertOrigin", () => {
  it("refuses with 403, without repeating the request's values", () => {
    const evil = request({ Origin: "https://evil.example" });
    const refuse = () => assertOrigin(evil, { allowed: false, headers: {} });
    expect(refuse).toThrow(Failure);
    expect(refuse).toThrow(expect.objectContaining({ code: "origin-not-allowed", message: expect.not.stringContaining("evil") }));
    expect(() => assertOrigin(evil, { allowed: true, headers: {} })).not.toThrow();
  });
});
