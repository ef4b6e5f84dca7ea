import { expect, it } from "vitest";
import type { Notice } from "../../../../server/store/notice-types.ts";
import { DEFAULT_RETENTION } from "../../../../server/store/privacy-types.ts";
import type { Store } from "../../../../server/store/store.ts";
import { DAY, decide, HOUR, key, type OpenStore, publish, submit } from "../helpers.ts";

const ADA = { email: "ada@mail.example", addressHash: key("ada") };
const ASKS = { authorEmail: ADA.email, subscription: ADA };

/** Emails for visitors in the outbox, oldest first. */
async function mails(store: Store): Promise<Pick<Notice, "kind" | "subjects" | "channel">[]> {
  await store.notices.plan(["mail", "webhook"]);
  const found = (await store.notices.list(["waiting"])).filter(({ kind }) => kind === "confirmation" || kind === "replies");
  return found.map(({ kind, subjects, channel }) => ({ kind, subjects, channel })).reverse();
}

/**
 * Publishes a comment whose author has confirmed. Returns the comment and the subscription's id.
 */
async function confirmed(store: Store): Promise<{ comment: string; id: string }> {
  const comment = await publish(store, ASKS);
  const id = (await mails(store)).at(-1)?.subjects[0] ?? "";
  expect(await store.subscriptions.confirm(id)).toBe(true);
  return { comment, id };
}

export function describeSubscriptions(open: OpenStore): void {
  it("asks for a confirmation by mail once the owner has approved the comment, and not before", async () => {
    const { store } = open();
    const comment = await submit(store, ASKS);
    expect(await mails(store)).toEqual([]);
    await decide(store, comment, "approve");
    const [mail, ...others] = await mails(store);
    expect([mail, others]).toEqual([{ kind: "confirmation", channel: "mail", subjects: [expect.any(String)] }, []]);
    expect(await store.subscriptions.get(mail?.subjects[0] ?? "")).toMatchObject({
      email: ADA.email,
      slug: "hello",
      isPublic: true,
      isConfirmed: false,
    });
    expect(await mails(store)).toHaveLength(1);
  });

  it("asks an address once a day, whatever else its owner wrote, and sends the other requests on the next day", async () => {
    const { store, clock } = open();
    await publish(store, ASKS);
    await publish(store, { ...ASKS, slug: "other" });
    const [first] = await mails(store);
    // Not even if the first request was declined immediately.
    await store.subscriptions.end(first?.subjects[0] ?? "");
    await publish(store, { ...ASKS, slug: "third" });
    clock.now += 11 * HOUR;
    expect(await mails(store)).toHaveLength(1);
    clock.now += 2 * HOUR;
    expect(await mails(store)).toHaveLength(2);
    clock.now += DAY;
    expect(await mails(store)).toHaveLength(3);
  });

  it("reports a day's public replies together, but not the author's own", async () => {
    const { store, clock } = open();
    const { comment, id } = await confirmed(store);
    const before = (await mails(store)).length;
    await submit(store, { parentId: comment });
    await publish(store, { parentId: comment, authorEmail: "ADA@mail.example" });
    expect(await mails(store)).toHaveLength(before);
    const parent = { parentId: comment, authorName: "Owner", authorUrl: null, body: "Yes", bodyHtml: "<p>Yes</p>", sanitizerVersion: 1 };
    expect((await store.comments.reply(parent)).kind).toBe("published");
    expect((await mails(store)).slice(before)).toEqual([{ kind: "replies", channel: "mail", subjects: [id] }]);
    await publish(store, { parentId: comment });
    clock.now += 23 * HOUR;
    expect(await mails(store)).toHaveLength(before + 1);
    clock.now += HOUR;
    await publish(store, { parentId: comment });
    expect(await mails(store)).toHaveLength(before + 2);
    clock.now += 10 * DAY;
    expect(await mails(store)).toHaveLength(before + 2);
  });

  it("sends nothing before confirmation, after the end of the subscription, or about withdrawn comments", async () => {
    const { store } = open();
    const comment = await publish(store, ASKS);
    const [mail] = await mails(store);
    const id = mail?.subjects[0] ?? "";
    await publish(store, { parentId: comment });
    expect(await mails(store)).toHaveLength(1);
    await store.subscriptions.confirm(id);
    expect(await store.subscriptions.confirm(id)).toBe(true);
    const reply = await publish(store, { parentId: comment });
    await decide(store, comment, "reject");
    expect(await mails(store)).toHaveLength(1);
    expect(await store.comments.get(reply)).toMatchObject({ state: "approved" });
    expect([await store.subscriptions.end(id), await store.subscriptions.end(id)]).toEqual([true, false]);
    expect([await store.subscriptions.get(id), await store.subscriptions.confirm(id)]).toEqual([null, false]);
  });

  it("keeps the address only for this purpose: it is deleted with the comment, with the person, or after its retention period", async () => {
    const { store, clock, problems } = open();
    const one = await confirmed(store);
    await decide(store, one.comment, "delete");
    expect(await store.subscriptions.get(one.id)).toBeNull();

    clock.now += DAY;
    const two = await confirmed(store);
    const held = await store.privacy.held({ email: ADA.email, emailHash: ADA.addressHash });
    expect(held.replySubscriptions).toMatchObject([{ id: two.id, comment: two.comment, email: ADA.email }]);
    expect((await store.privacy.erase({ email: ADA.email, emailHash: ADA.addressHash }, clock.now)).rows.replySubscriptions).toBe(1);
    expect(await store.subscriptions.get(two.id)).toBeNull();
    expect((await mails(store)).flatMap(({ subjects }) => subjects)).not.toContain(two.id);

    clock.now += DAY;
    const three = await confirmed(store);
    const unconfirmed = await publish(store, { ...ASKS, slug: "other" });
    clock.now += DAY;
    const asked = (await mails(store)).at(-1)?.subjects[0] ?? "";
    expect((await store.subscriptions.get(asked))?.slug).toBe("other");
    expect(unconfirmed).not.toBe(three.comment);
    clock.now += 30 * DAY;
    await store.maintenance.run();
    expect([await store.subscriptions.get(asked), (await store.subscriptions.get(three.id))?.isConfirmed]).toEqual([null, true]);
    clock.now += 365 * DAY;
    await store.maintenance.run(undefined, { ...DEFAULT_RETENTION, emails: null });
    expect(await store.subscriptions.get(three.id)).not.toBeNull();
    await store.maintenance.run();
    expect(await store.subscriptions.get(three.id)).toBeNull();
    expect(await problems()).toEqual([]);
  });
}
