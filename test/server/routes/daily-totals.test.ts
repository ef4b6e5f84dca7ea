import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../server/server-config.ts";
import { json, problemOf } from "../answers.ts";
import { createFixture, type SendOptions } from "../api-fixture.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const kinds: readonly [kind: keyof typeof DEFAULT_LIMITS.dailyAll, path: string, body: (n: number) => object | null][] = [
  ["comments", "/posts/hello/comments", (n) => ({ authorName: "Ada", body: `Text ${n}` })],
  ["inquiries", "/services/inquiries", (n) => ({ email: "ada@ada.example", message: `Text ${n}` })],
  ["likes", "/posts/hello/like", () => null],
  ["engagement", "/engagement", () => ({ type: "post_view", slug: "hello" })],
];

it.each(kinds)("%s from all clients together have a daily total, however many addresses they come from", async (kind, path, body) => {
  const limits = { ...DEFAULT_LIMITS, dailyAll: { ...DEFAULT_LIMITS.dailyAll, [kind]: 3 } };
  const { send, clock, logs } = createFixture({ config: { limits } });
  const from = (n: number): Promise<Response> => {
    const content = body(n);
    const options: SendOptions = content === null ? {} : { headers: JSON_TYPE, body: JSON.stringify(content) };
    return send("POST", path, { ...options, peer: `192.0.2.${n}` });
  };
  const warnings = async (): Promise<unknown> => (await json(await send("GET", "https://ines.example/readyz"))).warnings;
  const told = (): unknown[] => logs().flatMap(({ level, message }) => (level === "warn" ? [message] : []));
  for (let n = 0; n < 2; n += 1) expect((await from(n)).status).toBeLessThan(300);
  expect([await warnings(), told()]).toEqual([[], []]);
  expect((await from(2)).status).toBeLessThan(300);
  const usedUp = `today's total of ${kind} (3) is used up`;
  expect([await warnings(), told()]).toEqual([
    [expect.stringContaining(`${usedUp}: no more are accepted`)],
    [expect.stringContaining(usedUp)],
  ]);
  const refused = await from(3);
  expect(refused.headers.get("RateLimit-Policy")).toBe(`"${kind}-all-day";q=3;w=86400`);
  expect(refused.headers.get("Retry-After")).toBe(String(14.5 * 3_600));
  expect(await problemOf(refused)).toMatchObject({ status: 429, code: "quota-exceeded", detail: expect.stringContaining("The site") });
  await from(4);
  expect(await warnings()).toEqual([expect.stringContaining(`${usedUp}, and 2 more were refused`)]);
  expect(told()).toHaveLength(1);
  clock.now += 14.5 * 3_600_000;
  expect(await warnings()).toEqual([]);
  expect((await from(5)).status).toBeLessThan(300);
});
