import { escapeHtml } from "../../contract/text/escape-html.ts";

export type TextAnchor = "start" | "middle" | "end";

/** Words in a plot. */
export function svgText(x: number, y: number, text: string, anchor: TextAnchor, className?: string): string {
  const classes = className === undefined ? "" : ` class="${className}"`;
  return `<text${classes} x="${roundTenth(x)}" y="${roundTenth(y)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

/** A length in a plot. */
export function roundTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** `12,345`. */
export function formatNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
}

/** `8.5` below ten, else whole. */
export function formatMean(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** `42 %`; what is not all is never rounded up to all of it, nor what is not nothing down to nothing. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 1) return "< 1 %";
  return `${part < whole ? Math.min(99, Math.round(percent)) : 100} %`;
}

/** `1:50 min`, and below a minute `50 s`. */
export function formatTime(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} min`;
}
