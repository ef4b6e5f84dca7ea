import { escapeHtml } from "../../contract/text/escape-html.ts";

export type TextAnchor = "start" | "middle" | "end";

/** Renders a label in a chart. */
export function svgText(x: number, y: number, text: string, anchor: TextAnchor, className?: string): string {
  const classes = className === undefined ? "" : ` class="${className}"`;
  return `<text${classes} x="${roundTenth(x)}" y="${roundTenth(y)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

/** Rounds a length in a chart. */
export function roundTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Formats `12,345`. */
export function formatNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
}

/** Formats `8.5` below ten, otherwise a whole number. */
export function formatMean(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** Formats `42%`. Only an exact whole is shown as 100%, and only an exact zero as 0%. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 1) return "< 1%";
  return `${part < whole ? Math.min(99, Math.round(percent)) : 100}%`;
}

/** Formats `1:50 min`, or `50 s` below a minute. */
export function formatTime(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`;
}
