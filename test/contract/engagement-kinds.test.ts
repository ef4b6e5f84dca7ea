import { expect, it } from "vitest";
import { isKindRecord, KIND_OF_RECORD, KIND_RECORDS } from "../../kinds/engagement-kinds.ts";
import { BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";

it("each kind that has a record of its own has one record", () => {
  const kinds = KIND_RECORDS.map((type) => KIND_OF_RECORD[type]);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds) expect(Object.keys(BUILT_IN_KINDS)).toContain(kind);
});

it("a record of another type, or the name of a member of every object, belongs to no kind", () => {
  expect(KIND_RECORDS.map(isKindRecord)).toEqual(KIND_RECORDS.map(() => true));
  expect(["document_view", "post_view", "constructor", "toString", ""].map(isKindRecord)).toEqual([false, false, false, false, false]);
});
