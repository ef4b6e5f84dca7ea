import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../server/server-config.ts";
import { json, problemOf } from "../answers.ts";
import { createFixture, NOW } from "../api-fixture.ts";

const PATH = "/services/inquiries";
const ASK = { email: "ada@ada.example", message: "Two metres, please." };
const KEY = { "Idempotency-Key": "0123456789abcdef" };

describe("an inquiry", () => {
  it("returns 201, and is stored as intended", async () => {
    const { post, store } = createFixture();
    const response = await post(PATH, {
      email: " ada@ada.example ",
      message: "Two\r\nmetres, please. ",
      telegram: "https://t.me/ada_lovelace",
      serviceId: "srv-weave",
      name: "Ada\t Lovelace",
    });
    expect(response.status).toBe(201);
    const answer = await json(response);
    expect(answer).toEqual({ id: expect.stringMatching(/^[a-z2-7]{24}$/), status: "received", createdAt: new Date(NOW).toISOString() });
    expect(await store.inquiries.get(String(answer.id))).toEqual({
      id: answer.id,
      state: "new",
      dueOn: null,
      notes: [],
      email: "ada@ada.example",
      message: "Two\nmetres, please.",
      name: "Ada Lovelace",
      telegram: "@ada_lovelace",
      serviceId: "srv-weave",
      origin: null,
      createdAt: NOW,
    });
  });

  it("lists all mistakes at once", async () => {
    const { post } = createFixture();
    const problem = await problemOf(
      await post(PATH, { email: "x@", message: "\u2800", telegram: "a b", serviceId: 3, name: "n".repeat(101), state: "spam" }),
    );
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      "/email invalid_format",
      "/name too_big",
      "/serviceId invalid_type",
      "/state unrecognized",
      "/telegram invalid_format",
    ]);
    expect((await problemOf(await post(PATH, { ...ASK, message: "\u2800" }))).errors).toMatchObject([
      { pointer: "/message", code: "too_small" },
    ]);
    expect((await problemOf(await post(PATH, {}))).errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      "/email required",
      "/message required",
    ]);
  });

  it("must name a published offering by its id, even one that was just published", async () => {
    const { post, site } = createFixture();
    for (const serviceId of ["nobody", "weaving"]) {
      expect(await problemOf(await post(PATH, { ...ASK, serviceId }))).toMatchObject({
        status: 422,
        code: "unknown-reference",
        errors: [{ pointer: "/serviceId" }],
      });
    }
    site.published = { ...site.published, services: [{ id: "srv-new", slug: "new" }] };
    expect((await post(PATH, { ...ASK, serviceId: "srv-new" })).status).toBe(201);
    expect((await post(PATH, { ...ASK, serviceId: null })).status).toBe(201);
    expect((await post(PATH, { ...ASK, serviceId: "" })).status).toBe(201);
  });

  it("survives a honeypot nested as deeply as a body can be", async () => {
    const { send } = createFixture();
    const deep = `${"[".repeat(8_000)}${"]".repeat(8_000)}`;
    const body = `${JSON.stringify(ASK).slice(0, -1)},"contact_me_by_fax":${deep}}`;
    const headers = { "Content-Type": "application/json", ...KEY };
    expect((await send("POST", PATH, { headers, body })).status).toBe(201);
    expect((await send("POST", PATH, { headers, body })).status).toBe(201);
  });

  it("gives a filled honeypot the same answer, and marks the inquiry as spam", async () => {
    const { post, store } = createFixture();
    const response = await post(PATH, { ...ASK, contact_me_by_fax: "yes" });
    expect(response.status).toBe(201);
    const { id, status } = await json(response);
    expect([status, (await store.inquiries.get(String(id)))?.state]).toEqual(["received", "spam"]);
  });

  it("is idempotent with a key, and may be repeated without one", async () => {
    const { post, store } = createFixture();
    const texts = await Promise.all(Array.from({ length: 10 }, async () => await (await post(PATH, ASK, KEY)).text()));
    expect(new Set(texts).size).toBe(1);
    expect(await problemOf(await post(PATH, { ...ASK, message: "Other" }, KEY))).toMatchObject({
      status: 422,
      code: "idempotency-key-reused",
    });
    await post(PATH, ASK);
    await post(PATH, ASK);
    expect(await store.inquiries.list()).toHaveLength(3);
  });

  it("is accepted 3 times per hour and 10 times per day from one address", async () => {
    const { post, clock } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    for (let count = 0; count < 3; count += 1)
      expect((await post(PATH, ASK, { "Idempotency-Key": `0123456789abcde${count}` })).status).toBe(201);
    const refused = await post(PATH, ASK);
    expect(await problemOf(refused)).toMatchObject({ status: 429 });
    expect([refused.headers.get("Retry-After"), refused.headers.get("RateLimit-Policy")]).toEqual(["1200", '"inquiries";q=3;w=3600']);
    expect((await post(PATH, ASK, { "Idempotency-Key": "0123456789abcde1" })).status).toBe(201);
    for (let count = 3; count < 10; count += 1) {
      clock.now += 1_200_000;
      expect((await post(PATH, ASK)).status).toBe(201);
    }
    clock.now += 1_200_000;
    const last = await post(PATH, ASK);
    expect([last.status, last.headers.get("RateLimit-Policy")]).toEqual([429, '"inquiries-day";q=10;w=86400']);
  });

  it("accepts only POST", async () => {
    const { send } = createFixture();
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH"]) {
      const response = await send(method, PATH);
      expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
    }
  });
});
