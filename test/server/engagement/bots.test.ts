import { describe, expect, test } from "vitest";
import { classifyVisit, isOwnVisit, readVisitSigns } from "../../../server/engagement/bots.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const VISIT = { userAgent: FIREFOX, secPurpose: null, purpose: null, ownVisit: false };

describe("classifyVisit", () => {
  test.each([
    FIREFOX,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 15; CUBOT X90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  ])("counts a person: %s", (userAgent) => {
    expect(classifyVisit({ ...VISIT, userAgent })).toBeNull();
  });

  test.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "curl/8.14.1",
    "python-requests/2.32.4",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
  ])("does not count a program: %s", (userAgent) => {
    expect(classifyVisit({ ...VISIT, userAgent })).toBe("bot");
  });

  test.each([null, "", "  "])("does not count the agent %j", (userAgent) => {
    expect(classifyVisit({ ...VISIT, userAgent })).toBe("empty-agent");
  });

  test.each([
    "prefetch",
    "prefetch;prerender",
    "prefetch;anonymous-client-ip",
    "Prerender",
  ])("does not count Sec-Purpose: %s", (secPurpose) => {
    expect(classifyVisit({ ...VISIT, secPurpose })).toBe("prefetch");
  });

  test.each(["prefetch", "preview"])("does not count Purpose: %s", (purpose) => {
    expect(classifyVisit({ ...VISIT, purpose })).toBe("prefetch");
  });

  test("counts a visit with another purpose", () => {
    expect(classifyVisit({ ...VISIT, secPurpose: "unprefetched", purpose: "x" })).toBeNull();
  });

  test("names the most certain reason", () => {
    expect(classifyVisit({ userAgent: "", secPurpose: "prefetch", purpose: null, ownVisit: true })).toBe("own-visit");
    expect(classifyVisit({ userAgent: "curl/8", secPurpose: "prefetch", purpose: null, ownVisit: false })).toBe("prefetch");
  });

  test("checks only the beginning of an agent longer than any browser's", () => {
    expect(classifyVisit({ ...VISIT, userAgent: `${FIREFOX} ${"x".repeat(2_000)} Googlebot/2.1` })).toBeNull();
  });
});

test.each([
  [null, false],
  ["own-visit=1", true],
  ["a=b; own-visit=1; c=d", true],
  ["own-visit=0", false],
  ["x-own-visit=1", false],
  ["own-visit=12", false],
])("isOwnVisit(%j) is %j", (cookie, expected) => {
  expect(isOwnVisit(cookie)).toBe(expected);
});

test("readVisitSigns reads current headers and their predecessors", () => {
  const headers = new Headers({ "User-Agent": "a", "Sec-Purpose": "b", "X-Moz": "prefetch", Cookie: "own-visit=1" });
  expect(readVisitSigns(headers)).toEqual({ userAgent: "a", secPurpose: "b", purpose: "prefetch", ownVisit: true });
  expect(readVisitSigns(new Headers())).toEqual({ userAgent: null, secPurpose: null, purpose: null, ownVisit: false });
});
