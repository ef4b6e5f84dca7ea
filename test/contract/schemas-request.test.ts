import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { SLUG_MAX } from "../../contract/limits.ts";
import { CommentEdit, CommentSubmission, IdempotencyKey, InquirySubmission } from "../../contract/schemas/request.ts";
import { EngagementBatch, EngagementEnvelope, EngagementRecord, EngagementRequest } from "../../contract/schemas/request-engagement.ts";
import { toProblemItems } from "../../contract/schemas/request-problems.ts";

/** `pointer code` of each mistake; [] if there are none. */
function problems(schema: z.ZodType, body: unknown): string[] {
  const result = schema.safeParse(body);
  return result.success ? [] : toProblemItems(result.error, body).map(({ pointer, code }) => `${pointer} ${code}`);
}

const COMMENT = { authorName: "Ada", body: "Fine." };

describe("CommentSubmission", () => {
  it("accepts only a name and a text, with null for the rest", () => {
    expect(CommentSubmission.parse(COMMENT)).toEqual({
      ...COMMENT,
      authorEmail: null,
      authorUrl: null,
      parentId: null,
      notifyReplies: false,
    });
  });

  it("accepts a request for emails only with an address", () => {
    const email = { authorEmail: "ada@ada.example" };
    expect(CommentSubmission.parse({ ...COMMENT, ...email, notifyReplies: true })).toMatchObject({ notifyReplies: true });
    for (const notifyReplies of [false, null]) expect(problems(CommentSubmission, { ...COMMENT, notifyReplies })).toEqual([]);
    expect(problems(CommentSubmission, { ...COMMENT, notifyReplies: true })).toEqual(["/notifyReplies invalid_value"]);
    expect(problems(CommentSubmission, { ...COMMENT, authorEmail: " ", notifyReplies: true })).toEqual(["/notifyReplies invalid_value"]);
    expect(problems(CommentSubmission, { ...COMMENT, ...email, notifyReplies: "yes" })).toEqual(["/notifyReplies invalid_type"]);
  });

  it("treats an empty or null optional member as absent", () => {
    expect(CommentSubmission.parse({ ...COMMENT, authorEmail: " ", authorUrl: "", parentId: null })).toEqual(
      CommentSubmission.parse(COMMENT),
    );
  });

  it("trims, composes, and normalizes line ends", () => {
    const parsed = CommentSubmission.parse({ authorName: "  Ame\u0301lie\n Poulain ", body: "\r\none\r\n\ttwo\n\n" });
    expect(parsed).toMatchObject({ authorName: "Amélie Poulain", body: "one\n\ttwo" });
  });

  it("counts code points, after cleaning", () => {
    expect(problems(CommentSubmission, { ...COMMENT, authorName: ` ${"🌊".repeat(80)} ` })).toEqual([]);
    expect(problems(CommentSubmission, { ...COMMENT, authorName: "🌊".repeat(81) })).toEqual(["/authorName too_big"]);
    expect(problems(CommentSubmission, { ...COMMENT, body: "e\u0301".repeat(5_000) })).toEqual([]);
    expect(problems(CommentSubmission, { ...COMMENT, body: "x".repeat(5_001) })).toEqual(["/body too_big"]);
    expect(problems(CommentSubmission, { ...COMMENT, body: " \n " })).toEqual(["/body too_small"]);
  });

  it.each(["\u0000", "\u0007", "\u001b", "\u007f", "\u0085", "a\rb", "\ud800", "\udc00x"])("refuses %j in a text", (text) => {
    expect(problems(CommentSubmission, { ...COMMENT, body: `a${text}b` })).toEqual(["/body invalid_format"]);
  });

  it("lists everything that is wrong at once", () => {
    expect(problems(CommentSubmission, { body: 1, authorEmail: "ada", authorUrl: "javascript:alert(1)", "a/b~c": 1 }).sort()).toEqual([
      "/authorEmail invalid_format",
      "/authorName required",
      "/authorUrl invalid_format",
      "/a~1b~0c unrecognized",
      "/body invalid_type",
    ]);
  });

  it.each(["https://ada.example", "http://ada.example:8080/x?y#z", "HTTPS://ADA.EXAMPLE/"])("accepts the address %s", (authorUrl) => {
    expect(problems(CommentSubmission, { ...COMMENT, authorUrl })).toEqual([]);
  });

  it.each([
    [`https://ada.example/"onmouseover="alert(1)`, "https://ada.example/%22onmouseover=%22alert(1)"],
    [`https://ada.example/?a='b'<c>`, "https://ada.example/?a=%27b%27%3Cc%3E"],
    ["https://ada.example/'x'", "https://ada.example/%27x%27"],
    ["https:\\/\\/ada.example\\@evil.example", null],
    ["https://ada.example\\@evil.example", "https://ada.example/@evil.example"],
    ["HTTPS://ADA.EXAMPLE", "https://ada.example/"],
    ["https://ada.example/\u202ecod", "https://ada.example/%E2%80%AEcod"],
  ])("keeps the address %s as browsers understand it", (authorUrl, kept) => {
    const parsed = CommentSubmission.safeParse({ ...COMMENT, authorUrl });
    expect(parsed.success ? parsed.data.authorUrl : null).toBe(kept);
    expect(CommentEdit.safeParse({ authorUrl }).data?.authorUrl ?? null).toBe(kept);
  });

  it.each([
    "//ada.example",
    "ftp://ada.example",
    "https://",
    "https://a b",
    "https://user:pass@ada.example",
    "data:text/html,x",
    'https://a"onclick=x',
    "https://a'b.example/",
    `https://a.example/${"x".repeat(500)}`,
  ])("refuses the address %s", (authorUrl) => {
    expect(problems(CommentSubmission, { ...COMMENT, authorUrl })).toHaveLength(1);
  });

  it.each(["ada@ada.example", "ada.l+tides@mail.ada.example", "jørgen@blåbær.example"])("accepts the email address %s", (authorEmail) => {
    expect(problems(CommentSubmission, { ...COMMENT, authorEmail })).toEqual([]);
  });

  it.each([
    "ada",
    "ada@",
    "@ada.example",
    "a@b",
    "a b@ada.example",
    "a@ada..example",
    "a@-ada.example",
    "a,b@ada.example",
    `${"a".repeat(250)}@a.example`,
  ])("refuses the email address %s", (authorEmail) => {
    expect(problems(CommentSubmission, { ...COMMENT, authorEmail })).toHaveLength(1);
  });

  it("accepts any value in the honeypot field", () => {
    for (const contact_me_by_fax of ["+47 555", "", 1, true, ["x"]])
      expect(problems(CommentSubmission, { ...COMMENT, contact_me_by_fax })).toEqual([]);
  });

  it("refuses anything but an object", () => {
    expect(problems(CommentSubmission, [])).toEqual([" invalid_type"]);
  });
});

describe("CommentEdit", () => {
  it("keeps absent members absent, and distinguishes them from removed ones", () => {
    expect(CommentEdit.parse({})).toEqual({});
    expect(CommentEdit.parse({ authorUrl: "" })).toEqual({ authorUrl: null });
    expect(CommentEdit.parse({ body: " new " })).toEqual({ body: "new" });
  });

  it("refuses a blank text and a member that cannot change", () => {
    expect(problems(CommentEdit, { body: "", parentId: "x" })).toEqual(["/body too_small", "/parentId unrecognized"]);
  });
});

describe("InquirySubmission", () => {
  const INQUIRY = { email: "ada@ada.example", message: "Hello" };

  it("requires an email address and a message", () => {
    expect(problems(InquirySubmission, {})).toEqual(["/email required", "/message required"]);
    expect(problems(InquirySubmission, { email: "", message: "" })).toEqual(["/email too_small", "/message too_small"]);
    expect(InquirySubmission.parse(INQUIRY)).toEqual({ ...INQUIRY, telegram: null, serviceId: null, name: null });
  });

  it.each(["ada_l", "@ada_l", "t.me/ada_l", "https://t.me/ada_l", "http://t.me/ada_l/"])("keeps %s as @ada_l", (telegram) => {
    expect(InquirySubmission.parse({ ...INQUIRY, telegram }).telegram).toBe("@ada_l");
  });

  it.each([
    "ada",
    "1adal",
    "@ada-l",
    `a${"x".repeat(32)}`,
    "https://evil.example/ada_l",
    "@https://t.me/ada_l",
  ])("refuses the name %s", (telegram) => {
    expect(problems(InquirySubmission, { ...INQUIRY, telegram })).toEqual(["/telegram invalid_format"]);
  });
});

describe("EngagementRecord", () => {
  it.each([
    { type: "post_view", slug: "tide-tables" },
    { type: "page_view", path: "/about" },
    { type: "outbound_click", url: "https://tides.example/?q" },
    { type: "outbound_click", url: "https://tides.example/", slug: "tide-tables" },
    { type: "read_progress", slug: "tide-tables", percent: 100, activeMs: 3_600_000 },
    { type: "share", slug: "tide-tables", channel: "mastodon" },
    { type: "project_click", slug: "loom" },
    { type: "book_click", slug: "loom" },
    { type: "photo_view", slug: "loom" },
    { type: "service_view", slug: "loom" },
    { type: "document_view", kind: "my-talks", slug: "loom" },
    { type: "search", resultCount: 0 },
    {
      type: "cta_click",
      name: "hire me",
      id: "0197a8f2-7c1e-7000-8000-5b2d1c3e4f60",
      path: "/x",
      referrer: "https://a.example/",
      ageMs: 300_000,
    },
  ])("accepts %j, by itself and in a batch", (record) => {
    expect(problems(EngagementRecord, record)).toEqual([]);
    expect(problems(EngagementRequest, { events: [record] })).toEqual([]);
  });

  it.each([
    [{ type: "nap" }, "/type invalid_value"],
    [{ slug: "x" }, "/type required"],
    [{ type: "post_view", slug: "No Slug" }, "/slug invalid_format"],
    [{ type: "page_view", path: "about" }, "/path invalid_format"],
    [{ type: "read_progress", slug: "x", percent: 101, activeMs: 0 }, "/percent too_big"],
    [{ type: "read_progress", slug: "x", percent: 1, activeMs: 3_600_001 }, "/activeMs too_big"],
    [{ type: "search", resultCount: -1 }, "/resultCount too_small"],
    [{ type: "search", resultCount: "1" }, "/resultCount invalid_type"],
    [{ type: "search", resultCount: 1, ageMs: 300_001 }, "/ageMs too_big"],
    [{ type: "search", resultCount: 1, id: "1" }, "/id invalid_format"],
    [{ type: "search", resultCount: 1, userId: "1" }, "/userId unrecognized"],
    [{ type: "outbound_click", url: "javascript:x" }, "/url invalid_format"],
  ])("refuses %j with %s", (record, problem) => {
    expect(problems(EngagementRecord, record)).toEqual([problem]);
  });

  it("accepts 1 to 20 records in a batch", () => {
    const batch = (size: number) => ({ events: Array.from({ length: size }, () => ({ type: "search", resultCount: 1 })) });
    expect(problems(EngagementBatch, batch(20))).toEqual([]);
    expect(problems(EngagementBatch, batch(21))).toEqual(["/events too_big"]);
    expect(problems(EngagementEnvelope, batch(0))).toEqual(["/events too_small"]);
    expect(problems(EngagementEnvelope, { events: [1, null] })).toEqual([]);
  });
});

describe("addresses in a record", () => {
  it("are cut at whole characters instead of being refused", () => {
    const long = { type: "page_view", path: `/${"🌊".repeat(1_100)}`, referrer: `https://a.example/${"x".repeat(9_000)}` };
    const parsed = EngagementRecord.parse(long);
    expect(parsed.path).toBe(`/${"🌊".repeat(1_023)}`);
    expect(parsed.referrer).toBe(long.referrer.slice(0, 2_048));
    const exact = { ...long, path: `/${"🌊".repeat(1_023)}`, referrer: long.referrer.slice(0, 2_048) };
    expect(EngagementRecord.parse(exact)).toEqual(exact);
  });

  it("may be null, like everything optional", () => {
    const nothing = { id: null, path: null, referrer: null, ageMs: null };
    expect(problems(EngagementRecord, { type: "search", resultCount: 1, ...nothing })).toEqual([]);
    expect(problems(EngagementRecord, { type: "outbound_click", url: "https://a.example/", slug: null, ...nothing })).toEqual([]);
  });
});

describe("problems of a body", () => {
  const read = { type: "read_progress", slug: "hello", percent: 1, activeMs: 1 };
  const types =
    "post_view, page_view, outbound_click, read_progress, share, project_click, book_click, photo_view, service_view, document_view, search, cta_click";

  it.each<[z.ZodType, unknown, string]>([
    [EngagementRecord, { ...read, percent: 101 }, "/percent want at most 100"],
    [EngagementRecord, { ...read, percent: -1 }, "/percent want at least 0"],
    [EngagementRecord, { ...read, percent: "1" }, "/percent want a number, not a string"],
    [EngagementRecord, { ...read, percent: Number.POSITIVE_INFINITY }, "/percent want a number"],
    [EngagementRecord, { ...read, activeMs: 1.5 }, "/activeMs want a whole number"],
    [EngagementRecord, { ...read, slug: "Hello There" }, "/slug want a slug: letters a to z, digits, and single hyphens between them"],
    [EngagementRecord, { ...read, slug: "a".repeat(SLUG_MAX + 1) }, `/slug want at most ${SLUG_MAX} characters`],
    [EngagementRecord, { ...read, id: "1" }, "/id want a UUID, such as crypto.randomUUID() returns"],
    [EngagementRecord, { type: "page_view", path: null }, "/path want a string, not null"],
    [EngagementRecord, { type: "read" }, `/type want one of ${types}`],
    [EngagementRecord, [], " want an object, not an array"],
    [EngagementEnvelope, { events: [] }, "/events want at least 1 item"],
    [EngagementEnvelope, { events: new Array(21).fill(read) }, "/events want at most 20 items"],
    [EngagementEnvelope, { events: {} }, "/events want an array, not an object"],
    [CommentSubmission, { ...COMMENT, authorEmail: true }, "/authorEmail want a string, not true"],
    [CommentSubmission, { ...COMMENT, authorName: "" }, "/authorName want at least 1 character, not blank"],
    [CommentSubmission, { ...COMMENT, likes: 1 }, "/likes there is no such member"],
    [InquirySubmission, { email: "ada@ada.example" }, "/message this member is required"],
  ])("state the expected value in the standard form (%#)", (schema, body, said) => {
    const result = schema.safeParse(body);
    const items = result.success ? [] : toProblemItems(result.error, body);
    expect(items.map(({ pointer, detail }) => `${pointer} ${detail}`)).toEqual([said]);
  });
});

describe("IdempotencyKey", () => {
  it("has 16 to 64 visible characters", () => {
    expect(problems(IdempotencyKey, "x".repeat(16))).toEqual([]);
    expect(problems(IdempotencyKey, "x".repeat(15))).toEqual([" too_small"]);
    expect(problems(IdempotencyKey, "x".repeat(65))).toEqual([" too_big"]);
    expect(problems(IdempotencyKey, `${"x".repeat(20)} y`)).toEqual([" invalid_format"]);
  });
});
