import { fromDayText } from "../days.ts";
import { type DayBin, dayTicks, niceTicks } from "./chart-scales.ts";
import { formatNumber, roundTenth, svgText } from "./chart-text.ts";

/** A curve over days. */
export interface ChartLine {
  /** Shown at the end of the line. */
  readonly name: string;
  /** Class in the style sheet. */
  readonly className: string;
  /** One value per bin. */
  readonly values: readonly number[];
}

export interface LineChart {
  readonly fromDay: string;
  readonly toDay: string;
  readonly bins: readonly DayBin[];
  readonly lines: readonly [ChartLine, ...ChartLine[]];
  /** The label at the highest point of the first line. */
  readonly peak: (bin: DayBin, value: number) => string;
}

/**
 * Every chart is rendered twice: for wide pages, and for phones, where the labels of the wide
 * version would be too small.
 */
const SIZES = [
  { className: "wide", width: 760, height: 260, ticks: 12, right: 74 },
  { className: "narrow", width: 350, height: 230, ticks: 5, right: 66 },
] as const;
const [LEFT, TOP, BOTTOM] = [46, 26, 26];
const Y_TICKS = 4;
/** The gap between the labels at the ends of two lines. */
const NAME_GAP = 15;
/** How far the lowest name stays above the axis, because the last day's label is below the axis. */
const NAME_LIFT = 8;

/**
 * Renders SVG that uses only the style sheet's classes. A table shows the same data, so this has no
 * text for screen readers.
 */
export function renderLineChart(chart: LineChart): string {
  return SIZES.map((size) => renderSize(chart, size)).join("");
}

function renderSize(
  { fromDay, toDay, bins, lines, peak }: LineChart,
  { className, width, height, ticks, right }: (typeof SIZES)[number],
): string {
  const [first, last] = [fromDayText(fromDay), fromDayText(toDay)];
  const yTicks = niceTicks(Math.max(...lines.flatMap(({ values }) => values)), Y_TICKS);
  const most = yTicks.at(-1) ?? 1;
  // A point is in the middle of its days.
  const x = (day: number): number => LEFT + ((day - first) / (last + 1 - first)) * (width - LEFT - right);
  const y = (value: number): number => TOP + (1 - value / most) * (height - TOP - BOTTOM);
  const points = (values: readonly number[]): [number, number][] =>
    bins.map((bin, at) => [x(bin.first + bin.length / 2), y(values[at] ?? 0)]);
  const grid = yTicks.map(
    (tick) =>
      `<path class="${tick === 0 ? "axis" : "grid"}" d="M${LEFT} ${roundTenth(y(tick))}H${width - right}"/>${svgText(LEFT - 8, y(tick) + 4, formatNumber(tick), "end")}`,
  );
  const days = dayTicks(fromDay, toDay, ticks).map(
    ({ day, label }) =>
      `<path class="axis" d="M${roundTenth(x(day))} ${height - BOTTOM}v5"/>${svgText(x(day), height - 7, label, "middle")}`,
  );
  const ends = spread(
    lines.map(({ values }) => y(values.at(-1) ?? 0)),
    height - BOTTOM - NAME_LIFT,
  );
  const curves = lines.map(({ name, className: line, values }, at) => {
    const curve = points(values);
    const end = curve.at(-1) ?? [0, 0];
    // A single day makes no line, so it gets a dot.
    const dots = curve.length === 1 ? `<circle class="${line}" cx="${roundTenth(end[0])}" cy="${roundTenth(end[1])}" r="3"/>` : "";
    return `<path class="line ${line}" d="M${curve.map(([px, py]) => `${roundTenth(px)} ${roundTenth(py)}`).join("L")}"/>${dots}${svgText(width - right + 6, (ends[at] ?? 0) + 4, name, "start", line)}`;
  });
  return `<svg class="${className}" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">${grid.join("")}${days.join("")}${curves.join("")}${renderPeak(lines[0], bins, points(lines[0].values), peak, width - right)}</svg>`;
}

function renderPeak(
  { values }: ChartLine,
  bins: readonly DayBin[],
  points: readonly [number, number][],
  say: LineChart["peak"],
  end: number,
): string {
  const value = Math.max(...values);
  const at = values.indexOf(value);
  const [bin, point] = [bins[at], points[at]];
  if (bin === undefined || point === undefined || value === 0) return "";
  const [px, py] = point;
  const anchor = px < end / 3 ? "start" : px > (2 * end) / 3 ? "end" : "middle";
  return `<circle class="peak" cx="${roundTenth(px)}" cy="${roundTenth(py)}" r="3.5"/>${svgText(px, py - 9, say(bin, value), anchor)}`;
}

/** Moves overlapping labels apart, and none below `lowest`. */
function spread(places: readonly number[], lowest: number): number[] {
  const order = [...places.keys()].sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  const spaced = [...places];
  for (const [rank, at] of order.entries()) {
    const above = order[rank - 1];
    if (above !== undefined) spaced[at] = Math.max(spaced[at] ?? 0, (spaced[above] ?? 0) + NAME_GAP);
  }
  for (const [rank, at] of order.entries()) spaced[at] = Math.min(spaced[at] ?? 0, lowest - (order.length - 1 - rank) * NAME_GAP);
  return spaced;
}
