import { expect, it } from "vitest";
import { mailChannel } from "../../../server/notices/channels/mail.ts";
import { renderMailHtml } from "../../../server/notices/mail-html.ts";
import { paragraph } from "../../../server/notices/message-parts.ts";
import { readNoticeConfig } from "../../../server/notices/read-notice-config.ts";
import { findFaults } from "../../helpers/html-faults.ts";
import { NEVER, newMessage, newWays } from "./messages.ts";
import { startMailServer } from "./receivers.ts";

const EVIL = `</blockquote><img src="https://evil.example/x.png"><a href="https://evil.example">Approve</a><script>alert(1)</script>"'&`;

it("an email has a text part and an HTML part with large buttons, and loads nothing", async () => {
  const server = await startMailServer();
  const [sender] = readNoticeConfig({ OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${server.port}`, OCTAVO_MAIL_TO: "ines@ines.example" }).senders;
  const parts = [paragraph("Ada on Tides"), { kind: "quote" as const, text: "A fine\n<table>." }, newWays("one")];
  await sender?.send(newMessage({ parts }), NEVER);
  const [mail] = server.mails;
  expect(mailChannel.title).toBe("mail");
  expect(mail?.headers.get("content-type")?.[0]).toMatch(/^multipart\/alternative;/);
  expect(mail?.text).toContain("> A fine\n> <table>.\n\n  decide: https://ines.example/moderate/one\n");
  expect(mail?.html).toContain("A fine\n&lt;table&gt;.</blockquote>");
  for (const wish of ["approve", "reject", "spam"])
    expect(mail?.html).toMatch(
      new RegExp(`<a href="https://ines.example/moderate/one\\?do=${wish}" style="display:inline-block[^"]*padding:11px 18px`),
    );
  expect(mail?.html).not.toMatch(/<img|<link|url\(|@import|src=|<form/);
});

it("no line of a visitor's text is outside the quote, whatever the line ends with", async () => {
  const text = ["one", "two", "three", "four", "five"].reduce((all, line, at) => all + ["\n", "\r\n", "\u2028", "\u2029"][at - 1] + line);
  expect(newMessage({ parts: [{ kind: "quote", text }] }).privateText).toBe("> one\n> two\n> three\n> four\n> five\n");
});

it("nothing that a visitor writes becomes markup, in any part", async () => {
  const parts = [
    paragraph(EVIL),
    { kind: "section" as const, title: EVIL, lines: [EVIL] },
    { kind: "quote" as const, text: EVIL },
    { ...newWays("one"), commands: [EVIL] },
  ];
  const html = renderMailHtml(newMessage({ title: EVIL, parts, site: { name: EVIL, url: "https://ines.example" } }));
  expect(html).not.toMatch(/<img|<script|href="https:\/\/evil/);
  expect(html.match(/&lt;\/blockquote&gt;/g)).toHaveLength(8);
  expect((await findFaults(html)).filter((fault) => !/inline-style|prefer-native|style/.test(fault))).toEqual([]);
});

it("bidirectional and control characters are shown visibly", () => {
  const html = renderMailHtml(newMessage({ title: "Ada\u202egnp.exe", parts: [{ kind: "quote", text: "a\u2066b\u0000" }] }));
  expect(html).toContain("Ada&lt;U+202E&gt;gnp.exe");
  expect(html).toContain("a&lt;U+2066&gt;b␀");
});
