import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { listKnownCopies } from "../../../server/privacy/known-copies.ts";
import { temporaryFolder } from "../store/file-store.ts";

test("listKnownCopies lists exactly the copies beside a database that restores, rescues and killed commands have left", () => {
  const folder = temporaryFolder();
  const copies = [
    ".before-restore",
    ".partial",
    ".pushing",
    ".pushing-wal",
    ".rescued-20260301T120000000Z",
    "-wal.aside-20260301T120000000Z",
  ];
  for (const end of ["", "-wal", ".server-files", ...copies]) writeFileSync(join(folder, `octavo.db${end}`), "");
  writeFileSync(join(folder, "other.db.pushing"), "");
  const found = listKnownCopies(join(folder, "octavo.db")).map(({ file }) => basename(file));
  expect(found).toEqual(copies.map((end) => `octavo.db${end}`).sort());
});
