import { useColor } from "../color.ts";
import type { Io } from "../io.ts";
import { readableColumns } from "./output.ts";

const LEVELS = "▁▂▃▄▅▆▇█";
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;
const FULL = "█";
/** Maximum length of a bar and minimum width of the terminal for bars, in columns. */
const BAR_MAX = 24;
const NARROW = 60;
const SPARK_MAX = 72;

/** Space for text charts; null for no charts, as in a pipe or with NO_COLOR. */
export interface ChartRoom {
  readonly bar: number | null;
  readonly spark: number | null;
}

/** @param labels columns before a sparkline */
export function chartRoom(io: Pick<Io, "stdout" | "env">, labels: number): ChartRoom {
  if (!useColor(io.stdout, io)) return { bar: null, spark: null };
  const width = readableColumns(io);
  const spark = Math.min(SPARK_MAX, width - labels);
  return { bar: width < NARROW ? null : Math.min(BAR_MAX, Math.floor(width / 5)), spark: spark < 8 ? null : spark };
}

/** Renders `▁▃█`: each column shows the mean of its values, relative to the highest value. */
export function sparkline(values: readonly number[], width: number): string {
  const columns = Math.min(width, values.length);
  const means = Array.from({ length: columns }, (_, at) => {
    const part = values.slice(Math.floor((at * values.length) / columns), Math.floor(((at + 1) * values.length) / columns));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
  const most = Math.max(...means);
  // Only zero gets the lowest level, so that a single view is visible.
  return means.map((mean) => LEVELS[mean === 0 ? 0 : Math.max(1, Math.round((mean / most) * (LEVELS.length - 1)))]).join("");
}

/** Renders `████▌` in eighths of a column; any value above 0 has at least one eighth. */
export function textBar(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0) return "";
  const eighths = Math.max(1, Math.round((value / most) * width * EIGHTHS.length));
  return FULL.repeat(Math.floor(eighths / EIGHTHS.length)) + (EIGHTHS[eighths % EIGHTHS.length] ?? "");
}
