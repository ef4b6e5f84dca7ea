import { afterEach, describe, expect, it, vi } from "vitest";
import { type ClientOptions, createClient, OctavoError } from "../../packages/octavo-client/client.ts";

/** Failures, with invented answers. */

const baseUrl = "https://ines.example/api/v1";
const LIST = { items: [], pagination: { page: 1, pageSize: 20, totalItems: 0, totalPages: 0, hasNextPage: false, hasPreviousPage: false } };

const json = (value: unknown, init: ResponseInit = {}): Response => Response.json(value, init);
function problem(code: string, status: number, headers: Record<string, string> = {}): Response {
  const body = { type: `${baseUrl}/problems/${code}`, title: "", status, detail: "so it is", code, errors: [] };
  return json(body, { status, headers: { "Content-Type": "application/problem+json", ...headers } });
}

/** A client whose requests get these answers in turn. An error is thrown, as if by the network. */
function clientOf(answers: readonly (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const waits: number[] = [];
  const client = createClient({
    baseUrl,
    fetch: async (url, init) => {
      requests.push(new Request(url, init));
      const answer = answers[requests.length - 1];
      if (answer === undefined) throw new Error(`nothing answers request ${requests.length}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    runtime: {
      now: () => Date.UTC(2026, 0, 31, 9, 30),
      random: () => 0.5,
      sleep: async (milliseconds) => void waits.push(milliseconds),
      createKey: () => "0123456789abcdef",
    },
    ...options,
  });
  return { client, requests, waits };
}

async function failureOf(promise: Promise<unknown>): Promise<OctavoError> {
  const error = await promise.catch((reason: unknown) => reason);
  if (error instanceof OctavoError) return error;
  throw error;
}

const away = (): Response => problem("temporary-reduced-capacity", 503, { "Retry-After": "5" });

describe("retries", () => {
  it("wait twice as long each time, and report the last failure", async () => {
    const refused = new TypeError("fetch failed");
    const { client, requests, waits } = clientOf([refused, refused, refused]);
    const error = await failureOf(client.posts.list());
    expect(error.problem).toMatchObject({ code: "network-error", status: 0 });
    expect(error.cause).toBe(refused);
    expect(waits).toEqual([375, 750]);
    expect(requests).toHaveLength(3);
  });

  it("end with the first answer", async () => {
    const { client, waits } = clientOf([new TypeError("fetch failed"), json(LIST)]);
    expect(await client.posts.list()).toEqual(LIST);
    expect(waits).toHaveLength(1);
  });

  it.each([
    ["seconds", "5", 5_250],
    ["a date", "Sat, 31 Jan 2026 09:30:07 GMT", 7_250],
    ["a past date", "Sat, 31 Jan 2026 09:29:00 GMT", 250],
    ["the longest wait", "30", 30_250],
    ["no time", "soon", 375],
  ])("wait as long as Retry-After states: %s", async (_, value, expected) => {
    const { client, waits } = clientOf([problem("quota-exceeded", 429, { "Retry-After": value }), json(LIST)]);
    await client.posts.list();
    expect(waits).toEqual([expected]);
  });

  it("are not made if the API requests a wait of more than 30 s, and the error says so", async () => {
    const { client, waits } = clientOf([problem("quota-exceeded", 429, { "Retry-After": "31" })]);
    const { problem: found, retryAfter } = await failureOf(client.posts.list());
    expect([found.code, retryAfter, waits]).toEqual(["quota-exceeded", 31, []]);
  });

  it.each([400, 403, 404, 501])("are not made after status %i", async (status) => {
    const { client, requests } = clientOf([problem("not-found", status)]);
    await failureOf(client.posts.get("x"));
    expect(requests).toHaveLength(1);
  });

  it("resend a comment, an inquiry and a like with the same key", async () => {
    for (const submit of [
      ({ client }: ReturnType<typeof clientOf>) => client.comments.submit("x", { authorName: "Ada", body: "Hm" }),
      ({ client }: ReturnType<typeof clientOf>) => client.inquiries.submit({ email: "a@a.example", message: "Hm" }),
      ({ client }: ReturnType<typeof clientOf>) => client.likes.add("x"),
    ]) {
      const made = clientOf([away(), json({ id: "1" })]);
      await submit(made);
      const keys = made.requests.map(({ headers }) => headers.get("Idempotency-Key"));
      expect(keys).toEqual(["0123456789abcdef", "0123456789abcdef"]);
      const [first, second] = await Promise.all(made.requests.map((request) => request.text()));
      expect(second).toBe(first);
    }
  });

  it("are not made for an edit or engagement, because it might happen twice", async () => {
    const edit = clientOf([away()]);
    await failureOf(edit.client.comments.edit("x", "1", { body: "Hm" }, { editToken: "t" }));
    const engagement = clientOf([away()]);
    await failureOf(engagement.client.engagement.send({ type: "post_view", slug: "x" }));
    expect([edit.requests.length, engagement.requests.length]).toEqual([1, 1]);
  });

  it("treat a 404 as success only for a withdrawal whose first answer was lost", async () => {
    const lost = clientOf([new TypeError("fetch failed"), problem("not-found", 404)]);
    await expect(lost.client.comments.withdraw("x", "1", { editToken: "t" })).resolves.toBeUndefined();
    const never = clientOf([problem("not-found", 404)]);
    expect((await failureOf(never.client.comments.withdraw("x", "1", { editToken: "t" }))).problem.code).toBe("not-found");
  });

  it("can be set for a client and for a call", async () => {
    const none = clientOf([away()], { retries: 0 });
    await failureOf(none.client.posts.list());
    const one = clientOf([away(), json(LIST)], { retries: 0 });
    expect(await one.client.posts.list({}, { retries: 1 })).toEqual(LIST);
  });
});

describe("an answer that is not the API's", () => {
  it("is reported with its status and type", async () => {
    const page = (): Response => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } });
    const { problem: found } = await failureOf(clientOf([page()]).client.site.settings());
    expect(found).toMatchObject({ code: "unexpected-answer", status: 200, detail: expect.stringContaining("(200, text/html)") });
    const gateway = clientOf([new Response("bad gateway", { status: 502 }), json(LIST)]);
    expect(await gateway.client.posts.list()).toEqual(LIST);
  });

  it("is reported with the right address if the base address lacks /api/v1", async () => {
    const page = async (): Promise<Response> => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } });
    const detailOf = async (baseUrl: string): Promise<string> => {
      const client = createClient({ baseUrl, fetch: page });
      return (await failureOf(client.posts.get("first-ice"))).problem.detail;
    };
    expect(await detailOf("https://ines.example")).toMatch(
      /: the client's baseUrl is https:\/\/ines\.example, which lacks \/api\/v1\. Use https:\/\/ines\.example\/api\/v1$/,
    );
    expect(await detailOf("https://ines.example/blog/")).toContain("Use https://ines.example/blog/api/v1");
    expect(await detailOf("https://ines.example/api/v1")).toMatch(/: is the client's baseUrl the address of an Octavo site\?$/);
  });

  it("may be a 404 of the site itself, which is also reported with the right address", async () => {
    const notFound = { code: "not-found", type: "about:blank", title: "", status: 404, detail: "Nothing is here.", errors: [] };
    const fetch = async (): Promise<Response> => Response.json(notFound, { status: 404 });
    const detailOf = async (baseUrl: string): Promise<string> =>
      (await failureOf(createClient({ baseUrl, fetch }).kind("talks").list({ level: "deep" }))).problem.detail;
    expect(await detailOf("https://ines.example")).toBe(
      "Nothing is here. Reason: the client's baseUrl is https://ines.example, which lacks /api/v1. Use https://ines.example/api/v1",
    );
    expect(await detailOf("https://ines.example/api/v1")).toBe("Nothing is here.");
  });

  it("may be a problem with a later version's code, which is passed on", async () => {
    const { problem: found } = await failureOf(clientOf([problem("on-holiday", 409)]).client.posts.list());
    expect(found).toMatchObject({ code: "on-holiday", status: 409, detail: "so it is" });
  });
});

describe("a missing answer in a page", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [
      "https://shop.example",
      /^The request got no answer: .* likes from pages of https:\/\/shop\.example\. Its owner lists other origins with --origins\.$/,
    ],
    ["https://ines.example", /no such host/],
  ])("of %s mentions CORS only for a like that another origin sent", async (origin, expected) => {
    vi.stubGlobal("location", { origin });
    const refused = new TypeError("Failed to fetch");
    const { client } = clientOf([refused, refused], { retries: 0 });
    expect((await failureOf(client.likes.add("a"))).problem.detail).toMatch(expected);
    expect((await failureOf(client.posts.get("a"))).problem.detail).toMatch(/no such host/);
  });
});

describe("signals and timeouts", () => {
  /** Never answers, and either respects signals or ignores them. */
  const hanging =
    (heeds: boolean) =>
    (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => {
        if (heeds) signal?.addEventListener("abort", () => reject(signal.reason));
      });

  it.each([true, false])("reject with the signal's reason (a fetch that respects signals: %s)", async (heeds) => {
    const client = createClient({ baseUrl, fetch: hanging(heeds) });
    const controller = new AbortController();
    const asked = client.posts.list({}, { signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toBe(controller.signal.reason);
    expect(controller.signal.reason.name).toBe("AbortError");
    const reason = new Error("the reader left");
    await expect(client.posts.get("x", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("end a wait between two attempts", async () => {
    const reason = new Error("the reader left");
    const controller = new AbortController();
    const client = createClient({
      baseUrl,
      fetch: async () => {
        // The wait begins after this answer has been read.
        setTimeout(() => controller.abort(reason), 0);
        return away();
      },
    });
    await expect(client.posts.list({}, { signal: controller.signal })).rejects.toBe(reason);
  });

  it.each([true, false])("distinguish a timeout from an abort, for each attempt (a fetch that respects signals: %s)", async (heeds) => {
    vi.useFakeTimers();
    try {
      const client = createClient({ baseUrl, fetch: hanging(heeds), timeout: 4_000, retries: 1, runtime: { sleep: async () => {} } });
      const failed = failureOf(client.posts.list());
      await vi.advanceTimersByTimeAsync(8_000);
      expect((await failed).problem).toMatchObject({ code: "timeout", status: 0, detail: "There was no answer within 4000 ms." });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("cached answers", () => {
  const tagged = (title: string): Response => json({ title }, { headers: { ETag: '"1"' } });

  it("are revalidated by their ETag, and callers cannot change them", async () => {
    const { client, requests } = clientOf([tagged("Tides"), new Response(null, { status: 304 })]);
    const first = await client.posts.get("x");
    expect(requests[0]?.headers.get("If-None-Match")).toBeNull();
    first.title = "?";
    expect(await client.posts.get("x")).toEqual({ title: "Tides" });
    expect(requests[1]?.headers.get("If-None-Match")).toBe('"1"');
  });

  it("are limited in number, and the least recently used ones are dropped first", async () => {
    const { client, requests } = clientOf([tagged("a"), tagged("b"), new Response(null, { status: 304 }), tagged("c"), tagged("b")], {
      cache: 2,
    });
    for (const slug of ["a", "b", "a", "c", "b"]) await client.posts.get(slug);
    expect(requests.map(({ headers }) => headers.get("If-None-Match"))).toEqual([null, null, '"1"', null, null]);
  });

  it("do not include likes, which belong to one visitor, and there are none if the cache is turned off", async () => {
    const likes = clientOf([tagged("a"), tagged("a")]);
    await likes.client.likes.get("x");
    await likes.client.likes.get("x");
    const off = clientOf([tagged("a"), tagged("a")], { cache: 0 });
    await off.client.posts.get("x");
    await off.client.posts.get("x");
    expect([...likes.requests, ...off.requests].map(({ headers }) => headers.get("If-None-Match"))).toEqual([null, null, null, null]);
  });
});

describe("a mistake found before a request", () => {
  it("is a TypeError that names it, and nothing is sent", async () => {
    const { client, requests } = clientOf([]);
    await expect(client.posts.get("..")).rejects.toThrow(
      new TypeError('posts.get: slug must be a non-empty text other than dots, not ".."'),
    );
    // @ts-expect-error the parameter is `tag`
    await expect(client.books.list({ tags: "x" })).rejects.toThrow(
      "books.list has no parameter tags; it has tag, status, period, sort, page, pageSize",
    );
    // @ts-expect-error a slug is missing
    await expect(client.comments.submit({ authorName: "Ada", body: "Hm" })).rejects.toThrow("comments.submit: slug must be");
    expect(requests).toEqual([]);
    expect(() => createClient({ baseUrl: "/api/v1" })).toThrow(
      'baseUrl: want the API\'s address such as "https://ines.example/api/v1", not "/api/v1"',
    );
  });
});
