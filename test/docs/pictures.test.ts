import { readdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { PROJECT_DIR } from "../helpers/sample-site.ts";
import { PAGES, readPage } from "./docs-pages.ts";

/** Small, because every clone of the project keeps pictures forever. */
const PICTURE_MAX_BYTES = 60_000;
const FOLDER = join(PROJECT_DIR, "docs");
const pictures = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isFile() && !entry.name.endsWith(".md") ? [entry.name] : [],
);

describe("a picture in docs/", () => {
  it("exists", () => expect(pictures.length).toBeGreaterThan(3));

  it.each(pictures)("is a small WebP that a page shows: %s", async (name) => {
    expect((await sharp(join(FOLDER, name)).metadata()).format).toBe("webp");
    expect((await stat(join(FOLDER, name))).size).toBeLessThanOrEqual(PICTURE_MAX_BYTES);
    expect(PAGES.some((page) => readPage(page).includes(`${name})`))).toBe(true);
  });
});
