import { expect, it } from "vitest";
import type { CacheStorage } from "../../../build/cache/storage/cache-storage.ts";
import { MemoryStorage } from "../../../build/cache/storage/memory-storage.ts";
import { Bodies } from "../../../build/rows/bodies.ts";

const FACTS = { excerpt: "Rain.", wordCount: 1, readingTimeMinutes: 1, hasCode: false, codeLanguages: [], ids: [] };

it("the store of bodies returns a body unchanged, whether it is waiting or stored", () => {
  const bodies = new Bodies(new MemoryStorage(), "a");
  const body = bodies.open(FACTS, bodies.put({ html: "<p>Rain & “größer”</p>", text: "Rain", toc: [{ id: "a", level: 2, title: "A" }] }));
  for (const store of [() => undefined, () => bodies.flush()]) {
    store();
    expect([body.html, body.text, body.toc]).toEqual(["<p>Rain & “größer”</p>", "Rain", [{ id: "a", level: 2, title: "A" }]]);
    expect(body.bytes().toString()).toBe('"bodyHtml":"<p>Rain & “größer”</p>","bodyText":"Rain","toc":[{"id":"a","level":2,"title":"A"}]');
  }
});

it("the store of bodies stores nothing without a storage, and reading a body then fails", () => {
  const bodies = new Bodies(null, "a");
  const body = bodies.open(FACTS, bodies.put({ html: "<p>Rain</p>", text: "Rain", toc: [] }));
  expect(body.excerpt).toBe("Rain.");
  expect(() => body.html).toThrow("stores no rendered text");
});

it("the store of bodies continues from memory if the storage accepts nothing, and reports that when everything is to be stored", () => {
  const full: CacheStorage = new MemoryStorage();
  full.addBodies = () => {
    throw new Error("database or disk is full");
  };
  full.body = () => {
    throw new Error("nothing was stored");
  };
  const bodies = new Bodies(full, "a");
  const texts = Array.from({ length: 12 }, (_, at) => `${at} `.repeat(400_000));
  const opened = texts.map((text) => bodies.open(FACTS, bodies.put({ html: "", text, toc: [] })));
  expect(opened.map(({ text }) => text)).toEqual(texts);
  expect(() => bodies.flush()).toThrow("full");
});
