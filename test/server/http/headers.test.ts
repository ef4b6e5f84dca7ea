import { describe, expect, it } from "vitest";
import { readEditToken, readIdempotencyKey } from "../../../server/http/headers.ts";

const request = (headers: Record<string, string>) => new Request("https://ines.example/", { headers });
const problem = (code: string, header: string) =>
  expect.objectContaining({
    code: "validation-error",
    options: expect.objectContaining({ status: 400, errors: [{ header, code, detail: expect.any(String) }] }),
  });

describe("readIdempotencyKey", () => {
  it("returns the key, or null without one", () => {
    expect(readIdempotencyKey(request({}))).toBeNull();
    expect(readIdempotencyKey(request({ "Idempotency-Key": "k".repeat(16) }))).toBe("k".repeat(16));
    expect(readIdempotencyKey(request({ "Idempotency-Key": '"5f0c7a52-6a37-4a7e-9d0b-8c3a2b1d4e5f"' }))).toHaveLength(38);
  });

  it.each([
    ["", "too_small"],
    ["k".repeat(15), "too_small"],
    ["k".repeat(65), "too_big"],
    ["with a space in it", "invalid_format"],
    ["kkkkkkkkkkkkkkkkk\u00e4", "invalid_format"],
    ["twice-sixteen-16, twice-sixteen-16", "invalid_format"],
  ])("refuses %j: %s", (key, code) => {
    expect(() => readIdempotencyKey(request({ "Idempotency-Key": key }))).toThrow(problem(code, "Idempotency-Key"));
  });
});

describe("readEditToken", () => {
  it("is required", () => {
    expect(readEditToken(request({ "X-Edit-Token": "t" }))).toBe("t");
    expect(() => readEditToken(request({}))).toThrow(problem("required", "X-Edit-Token"));
    expect(() => readEditToken(request({ "X-Edit-Token": " " }))).toThrow(problem("required", "X-Edit-Token"));
  });
});
