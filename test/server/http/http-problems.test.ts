import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Failure, invalidBody, invalidRequest } from "../../../server/http/http-failure.ts";
import { parseBody, toFailure, toProblemAnswer, toSeconds, unavailable } from "../../../server/http/http-problems.ts";
import { StoreUnavailable } from "../../../server/store/store-errors.ts";

const CONTEXT = { baseUrl: "https://ines.example/api/v1", isShared: true, instance: "/api/v1/counts", requestId: "r-1" };
const bodyOf = (failure: Failure): unknown => JSON.parse(String(toProblemAnswer(failure, CONTEXT).body));

describe("toFailure", () => {
  it("reveals nothing about an internal error", () => {
    const failure = toFailure(new Error("SELECT * FROM comment at /home/ada/octavo.db"));
    expect(bodyOf(failure)).toEqual({
      type: "https://ines.example/api/v1/problems/internal-error",
      title: "Something went wrong here",
      status: 500,
      detail: "The fault is on our side. `requestId`, if present, identifies it in the logs.",
      code: "internal-error",
      errors: [],
      instance: "/api/v1/counts",
      requestId: "r-1",
    });
    expect(toFailure("thrown text").code).toBe("internal-error");
  });

  it("turns a store that cannot write into a 503 with a time to wait", () => {
    const failure = toFailure(new StoreUnavailable("locked", "another process holds /home/ada/octavo.db", { retryAfterMs: 1_500 }));
    expect(failure).toMatchObject({ code: "temporary-reduced-capacity", options: { headers: { "Retry-After": "2" } } });
    expect(JSON.stringify(bodyOf(failure))).not.toContain("ada");
  });

  it("does not change a failure", () => {
    const failure = new Failure("not-found");
    expect(toFailure(failure)).toBe(failure);
  });
});

describe("toProblemAnswer", () => {
  it("allows caching only of a 404", () => {
    expect(toProblemAnswer(new Failure("not-found"), CONTEXT).headers["Cache-Control"]).toBe("public, max-age=30");
    expect(toProblemAnswer(new Failure("not-found"), { ...CONTEXT, isShared: false }).headers["Cache-Control"]).toBe("no-store");
    expect(toProblemAnswer(unavailable(1), CONTEXT).headers).toMatchObject({ "Cache-Control": "no-store", "Retry-After": "1" });
    expect(toProblemAnswer(new Failure("not-found"), CONTEXT).headers["Content-Type"]).toBe("application/problem+json");
  });

  it("uses 422 for a body and 400 for everything else", () => {
    const items = [{ pointer: "/a", code: "required", detail: "x" }] as const;
    expect(bodyOf(invalidBody(items))).toMatchObject({ status: 422, code: "validation-error", errors: items });
    const header = [{ header: "Idempotency-Key", code: "too_big", detail: "x" }] as const;
    expect(bodyOf(invalidRequest(header))).toMatchObject({ status: 400, errors: header });
  });
});

describe("parseBody", () => {
  const Schema = z.strictObject({ name: z.string(), tags: z.array(z.object({ "a/b~": z.int() })) });

  it("lists every mistake with its pointer and code", () => {
    const body = { name: 1, tags: [{ "a/b~": 1 }, { "a/b~": "x" }, {}], evil: true, __proto__x: 1 };
    expect(() => parseBody(Schema, body)).toThrow(
      expect.objectContaining({
        options: expect.objectContaining({
          status: 422,
          errors: expect.arrayContaining([
            { pointer: "/name", code: "invalid_type", detail: expect.any(String) },
            { pointer: "/tags/1/a~1b~0", code: "invalid_type", detail: expect.any(String) },
            { pointer: "/tags/2/a~1b~0", code: "required", detail: expect.any(String) },
            { pointer: "/evil", code: "unrecognized", detail: expect.any(String) },
            { pointer: "/__proto__x", code: "unrecognized", detail: expect.any(String) },
          ]),
        }),
      }),
    );
  });

  it("returns the correct values", () => {
    expect(parseBody(Schema, { name: "a", tags: [] })).toEqual({ name: "a", tags: [] });
  });
});

describe("toSeconds", () => {
  it("rounds up, and is never zero", () => {
    expect([0, 1, 1_000, 1_001, 86_400_000].map(toSeconds)).toEqual(["1", "1", "1", "2", "86400"]);
  });
});
