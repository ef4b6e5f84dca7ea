import { expect, it } from "vitest";
import { createWaitingLine } from "../../../cli/notices/waiting-line.ts";
import { createTestStore } from "../../server/store/file-store.ts";
import { decide, newComment, submit } from "../../server/store/helpers.ts";
import { newInquiry } from "../../server/store/inputs.ts";

it("the terminal shows waiting comments at the start and after each new one, once for several", async () => {
  const { store } = createTestStore();
  const lines: string[] = [];
  const timers: (() => void)[] = [];
  const waiting = createWaitingLine({
    store,
    setTimer: (task) => {
      timers.push(task);
      return () => {};
    },
    tell: (what, command) => lines.push(`${what}: ${command}`),
  });
  await waiting.show();
  expect(lines).toEqual([]);
  const id = await submit(store);
  await waiting.show();
  expect(lines.splice(0)).toEqual(["1 comment is waiting: comments moderate"]);
  await waiting.store.comments.submit(newComment());
  await waiting.store.comments.submit(newComment());
  await waiting.store.comments.submit(newComment({ verdict: { state: "spam", reason: "links" } }));
  expect(timers).toHaveLength(1);
  timers[0]?.();
  await expect.poll(() => lines.splice(0)).toEqual(["3 comments are waiting: comments moderate"]);
  await waiting.store.comments.submit(newComment({ verdict: { state: "spam", reason: "links" } }));
  expect(timers).toHaveLength(1);
  await waiting.store.inquiries.submit(newInquiry());
  await waiting.store.inquiries.submit(newInquiry({ state: "spam" }));
  expect(lines).toEqual(["1 inquiry has arrived: inquiries list"]);
  await decide(store, id, "approve");
});
