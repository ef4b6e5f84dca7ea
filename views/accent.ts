/** WCAG 2.2, 1.4.3: contrast of text. */
const CONTRAST_MIN = 4.5;
const STEP = 0.04;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

type Rgb = readonly [number, number, number];

/**
 * The site's accent colour for a background, mixed with black or white in steps until text in that
 * colour is readable.
 * @param color `#rrggbb`, as is `background`
 */
export function toReadableAccent(color: string, background: string): string {
  const accent = parseColor(color);
  const behind = parseColor(background);
  const target = contrastOf(behind, BLACK) > contrastOf(behind, WHITE) ? BLACK : WHITE;
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(accent, target, share);
    if (contrastOf(mixed, behind) >= CONTRAST_MIN) return formatColor(mixed);
  }
  return formatColor(target);
}

function parseColor(text: string): Rgb {
  const channel = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function formatColor(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (at: 0 | 1 | 2): number => Math.round(from[at] + (to[at] - from[at]) * share);
  return [channel(0), channel(1), channel(2)];
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
