import { expect, it } from "vitest";
import { createRequestIds } from "../../../server/http/request-id.ts";
import { seededBytes } from "../api-fixture.ts";

it("each request gets a new id, with few draws of random bytes", () => {
  const draws: number[] = [];
  const random = seededBytes(7);
  const next = createRequestIds((bytes) => {
    draws.push(bytes);
    return random(bytes);
  });
  const ids = Array.from({ length: 600 }, next);
  expect(new Set(ids).size).toBe(600);
  expect(ids.filter((id) => !/^[0-9a-f]{24}$/.test(id))).toEqual([]);
  expect(draws).toEqual([3_072, 3_072, 3_072]);
});
