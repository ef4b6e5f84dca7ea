import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createImportFolder, type ImportFolder } from "./import-folder.ts";
import { toWxr } from "./wxr-text.ts";

let site: ImportFolder;
afterEach(() => site.remove());

const GHOST_POST = {
  id: "a1",
  title: "Hello",
  slug: "hello",
  html: "<p>Words</p>",
  type: "post",
  status: "published",
  visibility: "public",
  published_at: "2021-05-31T21:30:00.000Z",
};

function toGhost(settings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value }));
  return JSON.stringify({ db: [{ meta: { version: "5.80.0" }, data: { posts: [GHOST_POST], settings: rows } }] });
}

describe("an import into a folder without site.yaml", () => {
  it("writes it from WordPress's settings, so the site builds, and never overwrites it", async () => {
    site = createImportFolder({
      "export.xml": toWxr([{ html: "<p>Text</p>" }], "<description>A &amp; B</description><language>nb-NO</language>"),
    });
    const first = await site.run("wordpress", "export.xml");
    expect(first.out).toContain("wrote content/site.yaml, which was missing: name, url, language, description\n");
    expect(first.out).toContain("note: the export does not state the site's time zone: add timeZone: to site.yaml, otherwise it is UTC\n");
    expect(site.content().get("site.yaml")).toBe(
      "# The site, from an export of WordPress.\nname: Marsh notes\nurl: https://old.example\nlanguage: nb-NO\ndescription: A & B\n",
    );
    expect(JSON.parse((await site.build()).get("api/v1/site-settings.json") ?? "")).toMatchObject({ name: "Marsh notes" });
    site.write({ "content/site.yaml": "name: Mine\nurl: https://mine.example\n" });
    expect((await site.run("wordpress", "export.xml")).out).not.toContain("site.yaml");
    expect(site.content().get("site.yaml")).toBe("name: Mine\nurl: https://mine.example\n");
  });

  it("writes it from Ghost's settings, with a placeholder for an unknown address", async () => {
    const settings = { title: 'Fog: "notes"', description: "", lang: "de", active_timezone: "Europe/Oslo" };
    site = createImportFolder({ "export.json": toGhost(settings) });
    expect((await site.run("ghost", "export.json", "--dry-run")).out).toContain("would write content/site.yaml");
    expect(existsSync(join(site.cwd, "content"))).toBe(false);
    const { out } = await site.run("ghost", "export.json");
    expect(out).toContain("note: https://fog-notes.invalid is a placeholder: put the real address into site.yaml before you publish\n");
    const text =
      "# The site, from an export of Ghost.\nname: 'Fog: \"notes\"'\nurl: https://fog-notes.invalid\nlanguage: de\ntimeZone: Europe/Oslo\n";
    expect(site.content().get("site.yaml")).toBe(text);
    site.remove();
    site = createImportFolder({ "export.json": toGhost({ locale: "what?", timezone: "Mars/Olympus" }) });
    const other = await site.run("ghost", "export.json", "--url", "https://old.example");
    expect([other.code, other.err]).toEqual([0, ""]);
    expect(other.out.split("\n").filter((line) => line.startsWith("note: "))).toHaveLength(2);
    expect(site.content().get("site.yaml")).toMatch(/\nname: Octavo import .*\nurl: https:\/\/old\.example\n$/);
  });

  it("writes none if the site is described in site.yml, or in the configuration", async () => {
    const xml = toWxr([{ html: "<p>Text</p>" }]);
    site = createImportFolder({ "export.xml": xml, "content/site.yml": "name: Mine\nurl: https://mine.example\n" });
    expect((await site.run("wordpress", "export.xml")).out).not.toContain("site.yaml");
    site.remove();
    site = createImportFolder({
      "export.xml": xml,
      "octavo.config.mjs": "export default { site: { name: 'A', url: 'https://a.example' } };\n",
    });
    await site.run("wordpress", "export.xml");
    expect(site.content().has("site.yaml")).toBe(false);
  });
});
