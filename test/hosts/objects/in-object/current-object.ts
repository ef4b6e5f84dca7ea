import type { ObjectNamespace } from "../../../../contract/objects/object-ids.ts";
import type { WriteStorage } from "../../../../server/object/object-env.ts";

/** The parts of the object that runs a test. */
export interface CurrentObject {
  readonly storage: WriteStorage;
  /** The list of erasures of this test only. */
  readonly erasures: ObjectNamespace;
}

/** Tests run one after the other, each in its own object. */
let current: CurrentObject | null = null;

export function setCurrentObject(object: CurrentObject): void {
  current = object;
}

export function currentObject(): CurrentObject {
  if (current === null) throw new Error("no test runs");
  return current;
}
