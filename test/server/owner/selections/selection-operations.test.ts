import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { z } from "zod";
import { decideOne } from "../../../../server/owner/comment-decisions.ts";
import { createOwner, type Owner, toOwnerContext } from "../../../../server/owner/owner-operation.ts";
import type { SelectionInput } from "../../../../server/owner/selections/selection-filter.ts";
import { countSelection, decideSelection, undoSelection } from "../../../../server/owner/selections/selection-operations.ts";
import { openFileHost } from "../../../../server/store/file/file-host.ts";
import { createTestStore, type TestStore } from "../../store/file-store.ts";
import { DAY, HOUR, submit } from "../../store/helpers.ts";

function createOwned(): TestStore & { readonly owner: Owner } {
  const made = createTestStore({ fast: true });
  const { store, file, clock } = made;
  return {
    ...made,
    owner: createOwner(toOwnerContext({ store, host: openFileHost({ file }), clock: () => clock.now, random: randomBytes })),
  };
}

async function seen(owner: Owner, filter: SelectionInput = {}) {
  const found = await owner(countSelection, { filter });
  if (found.seen === null) throw new Error("nothing is selected");
  return found.seen;
}

test("each filter selects the comments that match it, and all filters must match", async () => {
  const { owner, store, clock } = createOwned();
  const old = await submit(store, { body: "Best CASINO in town", bodyHtml: "<p>Best CASINO in town</p>" });
  clock.now += 2 * DAY;
  const linked = await submit(store, {
    slug: "tides",
    authorName: "Ödön 100%",
    body: "See [this](https://Casino.example/x)",
    bodyHtml: '<p>See <a href="https://Casino.example/x">this</a></p>',
  });
  const site = await submit(store, { authorUrl: "https://casino.example", body: "Nice", bodyHtml: "<p>Nice</p>" });
  const near = await submit(store, { body: "https://casino.example.org and https://notcasino.example", bodyHtml: "<p>x</p>" });
  const select = async (filter: SelectionInput): Promise<string[]> =>
    (await owner(countSelection, { filter })).sample.map(({ id }) => id).sort();
  expect(await select({ words: ["casino", "TOWN"] })).toEqual([old]);
  expect(await select({ author: "öDÖN" })).toEqual([linked]);
  expect(await select({ author: "0%" })).toEqual([linked]);
  expect(await select({ linkHost: "casino.example" })).toEqual([linked, site].sort());
  expect(await select({ linkHost: "CASINO.example", post: "tides" })).toEqual([linked]);
  expect(await select({ until: clock.now - DAY })).toEqual([old]);
  expect(await select({ states: ["spam"] })).toEqual([]);
  expect((await owner(countSelection, { filter: {} })).count).toBe(4);
  await expect(owner(countSelection, { filter: { linkHost: "*[a" } })).rejects.toThrow("comments.count cannot be done");
  expect(near).not.toBe("");
});

test("comments that arrive or are edited later are not decided on, and edited ones are reported", async () => {
  const { owner, store, clock } = createOwned();
  const [first, edited, approved] = [await submit(store), await submit(store), await submit(store)];
  clock.now += HOUR / 10;
  const at = await seen(owner);
  clock.now += 1;
  await store.comments.edit({
    slug: "hello",
    id: edited,
    text: { body: "Sorry", bodyHtml: "<p>Sorry</p>", sanitizerVersion: 1 },
    verdict: { state: "pending" },
  });
  await decideOne(owner, "approve", { id: approved, revision: 1 });
  const later = await submit(store);
  const step = await owner(decideSelection, { filter: {}, decision: "spam", seen: at });
  expect([step.decided, step.next]).toEqual([1, null]);
  // Decided differently, and edited.
  expect(step.changed.map(({ id, revision }) => [id, revision]).sort()).toEqual(
    [
      [edited, 2],
      [approved, 1],
    ].sort(),
  );
  const states = await Promise.all([first, edited, approved, later].map(async (id) => (await store.comments.get(id))?.state));
  expect(states).toEqual(["spam", "pending", "approved", "pending"]);
});

test("a selection is decided on in batches of 500 and can be undone for a day, except for comments changed since", async () => {
  const { owner, store, clock } = createOwned();
  const ids: string[] = [];
  for (let n = 0; n < 1_101; n += 1) ids.push(await submit(store));
  const at = await seen(owner);
  const steps: number[] = [];
  let [selection, next]: [string | null, string | null] = [null, null];
  do {
    const step: z.output<typeof decideSelection.output> = await owner(decideSelection, {
      ...{ filter: {}, decision: "spam" as const, seen: at, selection, after: next },
    });
    ({ selection, next } = step);
    steps.push(step.decided);
  } while (next !== null);
  expect(steps).toEqual([500, 500, 101]);
  expect((await store.comments.countsByState()).spam).toBe(1_101);
  const [kept = ""] = ids;
  await decideOne(owner, "approve", { id: kept, revision: 1 });
  clock.now += DAY - 1;
  const undos: unknown[] = [];
  for (let hasMore = true; hasMore; ) {
    const step = await owner(undoSelection, { selection: selection ?? "" });
    undos.push([step.undone, step.changed]);
    hasMore = step.hasMore;
  }
  expect(undos).toEqual([
    [451, []],
    [500, []],
    [149, [kept]],
  ]);
  expect(await store.comments.countsByState()).toMatchObject({ pending: 1_100, spam: 0, approved: 1 });
  await expect(owner(undoSelection, { selection: selection ?? "" })).rejects.toThrow("nothing is left to undo");
});

test("nothing can be undone after a day or after deleting, and the steps contain no text", async () => {
  const { owner, store, clock, database } = createOwned();
  const id = await submit(store, { body: "A secret text", authorName: "Eve" });
  const { selection } = await owner(decideSelection, { filter: {}, decision: "reject", seen: await seen(owner) });
  const rows = JSON.stringify(database().prepare("SELECT * FROM undo_step").all());
  expect(rows).toContain(id);
  expect(rows).not.toMatch(/secret|Eve/);
  clock.now += DAY;
  await expect(owner(undoSelection, { selection })).rejects.toThrow("nothing is left");
  expect((await store.maintenance.run()).undoSteps).toBe(1);
  const filter: SelectionInput = { states: ["rejected"] };
  const deleted = await owner(decideSelection, { filter, decision: "delete", seen: await seen(owner, filter) });
  expect([deleted.decided, (await store.comments.get(id))?.state]).toEqual([1, "deleted"]);
  await expect(owner(undoSelection, { selection: deleted.selection })).rejects.toThrow("nothing is left");
});

test("a decision that a selected state does not permit is refused before anything changes", async () => {
  const { owner, store } = createOwned();
  await submit(store);
  const at = await seen(owner);
  for (const states of [["pending", "rejected"], ["spam"]] as const)
    await expect(owner(decideSelection, { filter: { states: [...states] }, decision: "spam", seen: at })).rejects.toThrow(
      "cannot be decided on this way",
    );
  expect((await store.comments.countsByState()).pending).toBe(1);
});
