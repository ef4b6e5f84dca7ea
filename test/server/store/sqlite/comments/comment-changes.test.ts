import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createTestStore } from "../../file-store.ts";
import { decide, key, submit } from "../../helpers.ts";

describe("a deletion", () => {
  test.for(["by the owner", "by its author"])("%s removes text, names and all keys from the database and its file", async (by) => {
    const { store, file, database } = createTestStore();
    const words = {
      authorName: "Zaphod Nxqw",
      authorEmail: "zz-nxqw@example.com",
      authorUrl: "https://zz-nxqw.example/",
      body: "Secret-nxqw",
      bodyHtml: "<p>Secret-nxqw</p>",
      origin: "https://o-nxqw.example",
    };
    const id = await submit(store, { ...words, banKeys: [{ kind: "email", hash: key("hash-nxqw") }], duplicateKey: key("mark-nxqw") });
    if (by === "by the owner") await decide(store, id, "delete");
    else expect(await store.comments.withdraw({ slug: "hello", id })).toEqual({ kind: "withdrawn" });
    expect(await store.comments.get(id)).toMatchObject({
      state: "deleted",
      authorName: null,
      authorEmail: null,
      authorUrl: null,
      body: null,
      bodyHtml: null,
      origin: null,
    });
    expect(await store.bans.banAuthor({ commentId: id })).toMatchObject({ bans: [] });
    database().pragma("wal_checkpoint(TRUNCATE)");
    expect(readFileSync(file).includes("nxqw")).toBe(false);
  });
});
