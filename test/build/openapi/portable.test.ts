import { describe, expect, it } from "vitest";
import { makePortable, shareMembers } from "../../../build/openapi/portable.ts";

type Io = Parameters<typeof makePortable>[1];

function portable(schema: Parameters<typeof makePortable>[0], io: Io = "output"): object {
  makePortable(schema, io);
  return schema;
}

describe("makePortable", () => {
  it("opens the objects of answers, and leaves those of requests closed", () => {
    expect(portable({ additionalProperties: false })).toEqual({});
    expect(portable({ additionalProperties: false }, "input")).toEqual({ additionalProperties: false });
    expect(portable({ additionalProperties: { type: "string" } })).toEqual({ additionalProperties: { type: "string" } });
  });

  it("drops the bounds of safe integers, and keeps others", () => {
    expect(portable({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toEqual({});
    expect(portable({ minimum: 0, maximum: 100 })).toEqual({ minimum: 0, maximum: 100 });
  });

  it("does not escape slashes", () => {
    expect(portable({ pattern: /^https?:\/\//.source }, "input")).toEqual({ pattern: "^https?://" });
  });
});

describe("shareMembers", () => {
  const [text, url] = [{ type: "string" }, { type: "string", format: "uri" }];
  const option = (own: object) => ({ type: "object", properties: { slug: text, ...own }, required: ["slug", ...Object.keys(own)] });

  it("lists the members that all alternatives share once, beside the alternatives", () => {
    const schema = { oneOf: [option({ link: text }), option({ link: url })] };
    shareMembers(schema);
    expect(schema).toEqual({
      type: "object",
      properties: { slug: text },
      required: ["slug"],
      oneOf: [text, url].map((link) => ({ type: "object", properties: { link }, required: ["link"] })),
    });
  });

  it("does not change the alternatives of a request, because they are closed", () => {
    const schema = { oneOf: [{ ...option({}), additionalProperties: false }] };
    const before = structuredClone(schema);
    shareMembers(schema);
    expect(schema).toEqual(before);
  });
});
