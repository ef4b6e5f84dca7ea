import { expect, it } from "vitest";
import type { DeskContext } from "../../../server/desk/desk-context.ts";
import { undoLast } from "../../../server/desk/queue-actions.ts";
import { createOwner, toOwnerContext } from "../../../server/owner/owner-operation.ts";
import { openFileHost } from "../../../server/store/file/file-host.ts";
import type { Store } from "../../../server/store/store.ts";

it("the desk keeps decisions whose undo failed, so that the next press undoes them", async () => {
  const revoked: number[] = [];
  let isLocked = true;
  const revoke = async (id: number): Promise<boolean> => {
    if (isLocked) throw new Error("the database is locked");
    revoked.push(id);
    return true;
  };
  const id = "a".repeat(24);
  const undo = { step: 1, undo: { id, decisions: [], bans: [7], keepsBan: false, reply: null }, done: "Ada is banned", location: "/" };
  const store = { bans: { revoke }, comments: { get: async () => null } } as unknown as Store;
  const context = {
    owner: createOwner(toOwnerContext({ store, host: openFileHost({ file: "/nowhere" }), clock: () => 0, random: () => new Uint8Array() })),
    session: { undos: [undo], notice: null },
  } as unknown as DeskContext;
  const form = new URLSearchParams({ step: "1" });
  await expect(undoLast(context, form)).rejects.toThrow("locked");
  expect(context.session.undos).toEqual([undo]);
  isLocked = false;
  expect(await undoLast(context, form)).toEqual({ location: "/" });
  expect([revoked, context.session.undos]).toEqual([[7], []]);
});
