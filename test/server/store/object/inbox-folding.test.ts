import { expect, test } from "vitest";
import { createFolding, type FoldingOptions } from "../../../../server/store/object/inbox-folding.ts";
import type { WaitingRequest } from "../../../../server/store/object/inbox-table.ts";
import { StoreUnavailable } from "../../../../server/store/store-errors.ts";

const ASIDE: WaitingRequest = { slot: -1, sequence: 1, at: 1, request: null };

/** Nothing is waiting, and one request is set aside. Only writes are counted. */
function createRefused(refuse: (write: number) => boolean) {
  const failures: unknown[] = [];
  const counted = { writes: 0 };
  const write = async (): Promise<void> => {
    counted.writes += 1;
    if (refuse(counted.writes)) throw new StoreUnavailable("filling", "the database is being filled");
  };
  const table = { asideSize: 1, aside: () => [ASIDE] };
  const options = { context: { clock: () => 0, write }, parts: {}, table, onFailure: (error: unknown) => failures.push(error) };
  return { counted, failures, folding: createFolding(options as unknown as FoldingOptions) };
}

test("requests set aside are retried after refused writes, and then not until the next start", async () => {
  // The first write of each fold counts the waiting requests, the second one the requests set
  // aside.
  const { counted, failures, folding } = createRefused((write) => write === 2);
  await folding.fold();
  expect([counted.writes, failures]).toMatchObject([2, [{ reason: "filling" }]]);
  await folding.fold();
  expect([counted.writes, failures.length]).toEqual([4, 1]);
  await folding.fold();
  expect(counted.writes).toBe(5);
});
