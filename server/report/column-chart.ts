import { niceTicks } from "./chart-scales.ts";
import { formatNumber, roundTenth, svgText } from "./chart-text.ts";

/** A column, which can have a separate part at its foot. */
export interface ChartColumn {
  /** The label below it; "" for none. */
  readonly label: string;
  readonly value: number;
  readonly part?: number;
  /** The label above it, instead of an axis. */
  readonly said?: string;
}

const SIZES = [
  { className: "wide", width: 760, height: 200 },
  { className: "narrow", width: 350, height: 190 },
] as const;
const [TOP, BOTTOM] = [20, 24];
const AXIS_ROOM = 46;
const Y_TICKS = 3;
/** The gap as a share of a column's width. */
const GAP = 0.22;

/**
 * Renders SVG that uses only the style sheet's classes. Charts with labels above the columns have
 * no axis.
 */
export function renderColumnChart(columns: readonly ChartColumn[], most = Math.max(...columns.map(({ value }) => value))): string {
  return SIZES.map((size) => renderSize(columns, most, size)).join("");
}

function renderSize(columns: readonly ChartColumn[], most: number, { className, width, height }: (typeof SIZES)[number]): string {
  const hasAxis = columns.every(({ said }) => said === undefined);
  const ticks = hasAxis ? niceTicks(most, Y_TICKS) : [0, Math.max(1, most)];
  const top = ticks.at(-1) ?? 1;
  const left = hasAxis ? AXIS_ROOM : 0;
  const room = (width - left) / columns.length;
  const y = (value: number): number => TOP + (1 - value / top) * (height - TOP - BOTTOM);
  const grid = hasAxis
    ? ticks.map(
        (tick) =>
          `<path class="${tick === 0 ? "axis" : "grid"}" d="M${left} ${roundTenth(y(tick))}H${width}"/>${svgText(left - 8, y(tick) + 4, formatNumber(tick), "end")}`,
      )
    : [`<path class="axis" d="M0 ${roundTenth(y(0))}H${width}"/>`];
  // If labels would overlap, show every second, third, … one.
  const labelRoom = 9 * Math.max(1, ...columns.map(({ label }) => label.length));
  const every = Math.max(1, Math.ceil(labelRoom / room));
  const bars = columns.map(({ label, value, part = 0, said }, at) => {
    const [x, middle, wide] = [left + at * room + (room * GAP) / 2, left + (at + 0.5) * room, room * (1 - GAP)];
    const rect = (from: number, to: number, name: string): string =>
      to <= from
        ? ""
        : `<rect class="${name}" x="${roundTenth(x)}" y="${roundTenth(y(to))}" width="${roundTenth(wide)}" height="${roundTenth(y(from) - y(to))}"/>`;
    const words = at % every === 0 && label !== "" ? svgText(middle, height - 7, label, "middle") : "";
    return `${rect(0, part, "part")}${rect(part, value, "whole")}${words}${said === undefined ? "" : svgText(middle, y(value) - 5, said, "middle")}`;
  });
  return `<svg class="${className}" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">${grid.join("")}${bars.join("")}</svg>`;
}
