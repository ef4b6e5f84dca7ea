import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertMediaType, readJsonObject } from "../../../server/http/body.ts";
import { Failure } from "../../../server/http/http-failure.ts";

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request("https://ines.example/", { method: "POST", headers, body, ...{ duplex: "half" } });

async function failureOf(request: Request): Promise<Failure> {
  const error = await readJsonObject(request).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error;
  throw new Error(`no Failure: ${String(error)}`);
}

/** A body that never ends, and counts how much of it was read. */
function endless(): { readonly stream: ReadableStream<Uint8Array>; readonly read: () => number; readonly cancelled: () => boolean } {
  let bytes = 0;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      bytes += 1_024;
      controller.enqueue(new Uint8Array(1_024).fill(32));
    },
    cancel() {
      cancelled = true;
    },
  });
  return { stream, read: () => bytes, cancelled: () => cancelled };
}

describe("assertMediaType", () => {
  const json = ["application/json"];
  const check = (headers: Record<string, string>, types = json) => assertMediaType(post("{}", headers), types);

  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json;",
    "application/json ; charset = utf-8 ;",
  ])("accepts %j", (type) => {
    expect(() => check({ "Content-Type": type })).not.toThrow();
  });

  it.each([
    "",
    "text/plain",
    "application/json5",
    "application/jsonx",
    "application/problem+json",
    "application/json; charset=latin1",
    "application/json, text/plain",
    "multipart/form-data; boundary=application/json",
    "text/plain; x=application/json",
    "application / json",
    "application/json; charset=utf-8; boundary=x",
    `application/json${" ".repeat(300)};`,
  ])("refuses %j with 415, and states what it accepts", (type) => {
    expect(() => check({ "Content-Type": type })).toThrow(
      expect.objectContaining({
        code: "unsupported-media-type",
        options: expect.objectContaining({ headers: { Accept: "application/json" } }),
      }),
    );
  });

  it("refuses a body without a type", () => {
    expect(() => assertMediaType(post(new Blob(["{}"])), json)).toThrow(expect.objectContaining({ code: "unsupported-media-type" }));
  });

  it("accepts text/plain if it is listed", () => {
    expect(() => check({ "Content-Type": "text/plain;charset=UTF-8" }, [...json, "text/plain"])).not.toThrow();
  });

  it("refuses a compressed body", () => {
    expect(() => check({ "Content-Type": "application/json", "Content-Encoding": "gzip" })).toThrow(/Content-Encoding/);
  });
});

describe("readJsonObject", () => {
  it("reads an object", async () => {
    expect(await readJsonObject(post('{"a": "ä"}'))).toEqual({ a: "ä" });
    expect(await readJsonObject(post("\ufeff {}"))).toEqual({});
  });

  it.each([
    ["", "empty"],
    ["{", "not JSON"],
    ["{'a': 1}", "not JSON"],
    ["[]", "an array"],
    ["null", "null"],
    ['"x"', "a string"],
    ["1", "a number"],
    ["{} {}", "not JSON"],
    ["NaN", "not JSON"],
  ])("refuses %j and describes it", async (body, found) => {
    const failure = await failureOf(post(body));
    expect(failure.code).toBe("malformed-json");
    expect(failure.message).toContain(found);
  });

  it("refuses text that is not UTF-8", async () => {
    const failure = await failureOf(post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])));
    expect(failure).toMatchObject({ code: "malformed-json", message: expect.stringContaining("UTF-8") });
  });

  it("accepts 32,768 bytes and not one more", async () => {
    const filled = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
    expect(filled(32_768)).toHaveLength(32_768);
    expect(await readJsonObject(post(filled(32_768)))).toHaveProperty("a");
    expect((await failureOf(post(filled(32_769)))).code).toBe("content-too-large");
  });

  it("counts bytes, not characters", async () => {
    expect((await failureOf(post(`{"a":"${"ä".repeat(16_381)}"}`))).code).toBe("content-too-large");
  });

  it("stops reading once the limit is exceeded, whatever Content-Length says", async () => {
    const { stream, read, cancelled } = endless();
    const failure = await failureOf(post(stream, { "Content-Length": "10" }));
    expect(failure).toMatchObject({ code: "content-too-large", options: { headers: { Connection: "close" } } });
    expect(read()).toBeLessThan(65_536);
    expect(cancelled()).toBe(true);
    expect(await readJsonObject(post("{}", { "Content-Length": "999999" }))).toEqual({});
  });

  it("treats an incomplete body as malformed, not as an internal error", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("reset"));
      },
    });
    expect(await failureOf(post(broken))).toMatchObject({ code: "malformed-json", message: expect.stringContaining("is incomplete") });
  });

  it("reads the same object however the bytes are split", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.string({ unit: "grapheme" })),
        fc.integer({ min: 1, max: 9 }),
        async (object, size) => {
          const bytes = new TextEncoder().encode(JSON.stringify(object));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
            bytes.slice(index * size, (index + 1) * size),
          );
          const stream = new ReadableStream<Uint8Array>({
            start(controller) {
              for (const chunk of chunks) controller.enqueue(chunk);
              controller.close();
            },
          });
          expect(JSON.stringify(await readJsonObject(post(stream)))).toBe(JSON.stringify(JSON.parse(new TextDecoder().decode(bytes))));
        },
      ),
      { numRuns: 50 },
    );
  });
});
