import { describe, expect, test } from "vitest";
import { renderComment } from "../../../server/text/comment-markdown.ts";
import { assessSpam, findWords, LINKS_MAX, parseWordList } from "../../../server/text/spam.ts";

const INNOCENT = { body: "A fine table of tides.", linkCount: 0 };

describe("assessSpam", () => {
  test("accepts an ordinary comment", () => {
    const submission = { ...INNOCENT, authorName: "Ada", authorUrl: "https://ada.example/", honeypot: "", words: ["casino"] };
    expect(assessSpam(submission)).toEqual({ spam: false, reasons: [] });
  });

  test.each([undefined, null, false, "", "  \n"])("treats %j as an empty honeypot", (honeypot) => {
    expect(assessSpam({ ...INNOCENT, honeypot }).spam).toBe(false);
  });

  test.each(["x", " 5 ", 0, true, {}, []])("treats %j as a filled honeypot", (honeypot) => {
    expect(assessSpam({ ...INNOCENT, honeypot })).toEqual({ spam: true, reasons: ["honeypot"] });
  });

  test("accepts three links but not a fourth", () => {
    expect(assessSpam({ ...INNOCENT, linkCount: LINKS_MAX }).spam).toBe(false);
    expect(assessSpam({ ...INNOCENT, linkCount: LINKS_MAX + 1 })).toEqual({ spam: true, reasons: ["links"] });
    expect(LINKS_MAX).toBe(3);
  });

  test.each([
    ["links in Markdown", "[a](https://a.example) ".repeat(4)],
    ["addresses in angle brackets", "<https://a.example> ".repeat(4)],
    ["bare addresses", "https://a.example ".repeat(4)],
    ["bare www", "www.a.example ".repeat(4)],
    ["HTML that stays text", '<a href="https://a.example">a</a> '.repeat(4)],
    ["forum code", "[url=http://a.example]a[/url] ".repeat(4)],
    ["pictures that stay text", "![a](https://a.example/a.png) ".repeat(4)],
    ["links that are refused and stay text", "[a](https://u:p@a.example/) ".repeat(4)],
    ["a mixture", "[a](https://a.example) https://b.example www.c.example <https://d.example>"],
    ["text that is too intricate to parse", `${">".repeat(40)}\n${"https://a.example ".repeat(4)}`],
  ])("counts %s", (_, body) => {
    expect(assessSpam({ body, ...renderComment(body) }).reasons).toEqual(["links"]);
  });

  test("counts a link whose text is its address once, and does not count addresses in code", () => {
    const body =
      "[https://a.example](https://a.example) `https://b.example`\n\n```\nhttps://c.example https://d.example https://e.example\n```";
    expect(renderComment(body).linkCount).toBe(1);
  });

  test("looks for words in body, name and address", () => {
    const words = ["casino"];
    expect(assessSpam({ ...INNOCENT, body: "Best casino", words }).reasons).toEqual(["words: casino"]);
    expect(assessSpam({ ...INNOCENT, authorName: "Casino Royale", words }).spam).toBe(true);
    expect(assessSpam({ ...INNOCENT, authorUrl: "https://best-casino.example/", words }).spam).toBe(true);
  });

  test("also looks for words in the visible text", () => {
    const body = "c&#97;sino and vi**ag**ra";
    expect(assessSpam({ ...INNOCENT, body, words: ["casino", "viagra"] }).spam).toBe(false);
    expect(assessSpam({ body, ...renderComment(body), words: ["casino", "viagra"] }).reasons).toEqual(["words: casino, viagra"]);
  });

  test("lists every reason", () => {
    const reasons = ["honeypot", "links", "words: casino"];
    expect(assessSpam({ body: "casino", linkCount: 9, honeypot: "x", words: ["casino"] })).toEqual({ spam: true, reasons });
  });
});

describe("findWords", () => {
  test.each([
    ["casino", "CASINO!"],
    ["Casino", "my casino"],
    ["casino", "ｃａｓｉｎｏ"],
    ["casino", "ca\u200bsi\u00adno"],
    ["buy now", "Buy\n  now!"],
    ["casino*", "casinos"],
    ["café", "cafe\u0301"],
    ["ставки", "Лучшие СТАВКИ."],
    ["代購", "歡迎代購商品"],
    ["カジノ", "オンラインカジノへ"],
    ["ｶｼﾞﾉ", "オンラインカジノへ"],
    ["카지노", "온라인카지노를"],
    ["คาสิโน", "เล่นคาสิโนออนไลน์"],
    ["c++", "learn c++11 today"],
    ["$$$", "make $$$ fast"],
    [".xyz", "site.xyz"],
    ["😀", "hello😀"],
    ["ads", "😀ads😀"],
  ])("finds %j in %j", (word, text) => {
    expect(findWords(text, [word])).toEqual([word]);
  });

  test.each([
    ["casino", "casinos"],
    ["casino", "occasino"],
    ["casino*", "occasinos"],
    ["ass", "class assembly bass"],
    ["cialis", "specialist"],
    ["ставки", "выставки"],
    ["cafe", "café"],
    ["cafe", "cafe\u0301"],
    ["ads", "𝒳ads \u{20000}ads2"],
    ["a.c", "abc"],
    ["*", "anything"],
    ["", "anything"],
    ["buy now", "buynow"],
  ])("does not find %j in %j", (word, text) => {
    expect(findWords(text, [word])).toEqual([]);
  });
});

test("parseWordList reads one word or phrase per line, once, and ignores comments and blank lines", () => {
  expect(parseWordList("# sellers\ncasino*\r\n\n  buy now \ncasino*\n#1 seo\n")).toEqual(["casino*", "buy now"]);
});
