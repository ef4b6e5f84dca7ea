import { describe, expect, it } from "vitest";
import { NAME_STYLES } from "../../../../build/kinds/addresses/name-styles.ts";

/** The expected addresses come from the generators themselves. */
describe("names in addresses, as other generators write them", () => {
  it.each([
    ["jekyll", "fracassou-na -tentativa", "fracassou-na-tentativa"],
    ["jekyll", "My_Trip: one", "My_Trip-one"],
    ["hugo", "Mysql判断字段 Xxl-Job", "mysql判断字段-xxl-job"],
    ["hugo", "Office-to-PDF (Aspose)!", "office-to-pdf-aspose"],
    ["astro", "Hello, World & Co_1", "hello-world--co_1"],
    ["obsidian", "A & B", "A+&+B"],
    ["quartz", "A & B 50%?", "A--and--B-50-percent"],
  ])("%s: %s", (style, written, made) => {
    expect(NAME_STYLES[style]?.(written)).toBe(made);
  });
});
