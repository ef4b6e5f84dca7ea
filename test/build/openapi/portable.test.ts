import { describe, expect, it } from "vitest";
import { makePortable } from "../../../build/openapi/portable.ts";

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

  it("drops the bounds of a double, and keeps those that are meant", () => {
    expect(portable({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toEqual({});
    expect(portable({ minimum: 0, maximum: 100 })).toEqual({ minimum: 0, maximum: 100 });
  });

  it("writes slashes as they are", () => {
    expect(portable({ pattern: /^https?:\/\//.source }, "input")).toEqual({ pattern: "^https?://" });
  });
});
