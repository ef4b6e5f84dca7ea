import { expect, it } from "vitest";
import { toReadableAccent } from "../../views/accent.ts";

it("toReadableAccent does not change a legible colour", () => {
  expect(toReadableAccent("#1f4a5c", "#fbf8f3")).toBe("#1f4a5c");
});

it.each([
  "#ffffff",
  "#ffff00",
  "#808080",
  "#1f4a5c",
  "#000000",
  "#ff0000",
])("toReadableAccent makes %s readable on a light and on a dark page", (color) => {
  for (const background of ["#fbf8f3", "#221f1b"])
    expect(contrast(toReadableAccent(color, background), background)).toBeGreaterThanOrEqual(4.5);
});

/** WCAG 2.2. */
function contrast(...colors: readonly [string, string]): number {
  const [light = 0, dark = 0] = colors
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}
