import { didYouMean } from "../../build/shared/suggest.ts";
import { figuresSummary, postFigures, topFigures } from "../../server/owner/figures/read-figures.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { describeDays, OTHER_TYPES, VIEW_TYPES } from "../../server/report/report-model.ts";
import type { Dimension, EngagementSummary, EngagementType } from "../../server/store/engagement-types.ts";
import { createTitleFinder, type TitlePlace } from "../desk/post-finder.ts";
import { type Io, usageError } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { chartRoom } from "../text/text-charts.ts";
import { toPeriod } from "./engagement-period.ts";
import { formatVisitors, renderBars, renderPostFigures, renderSummary } from "./engagement-text.ts";

const TOP_LIMIT = 10;
const LONG_TOP_LIMIT = 20;
/** Figures of a page or a referrer are only stored per UTC day. */
const LIST_TIME_ZONE = "UTC";
/** Width, in columns, of the word and number before a sparkline. */
const SPARK_LABELS = 26;

/** `octavo engagement summary`. */
export function summarizeEngagement(settings: DataPlace & Settings<"published" | "limit" | "from" | "to" | "json">, io: Io): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const period = toPeriod(settings, io.now(), (await owner(showSite, {})).timeZone);
    const summary = await owner(figuresSummary, { ...period, limit: settings.limit ?? TOP_LIMIT });
    if (settings.json) writeJson(io, { ...period, ...summary });
    else
      io.stdout.write(
        renderSummary(await withTitles(summary, settings, io), period, {
          width: widthOfOutput(io),
          ...chartRoom(io, SPARK_LABELS),
        }),
      );
  });
}

/**
 * The summary with titles instead of slugs, if something is published under them, and with only the
 * most-read posts.
 */
async function withTitles(summary: EngagementSummary, settings: TitlePlace & Settings<"limit">, io: Io): Promise<EngagementSummary> {
  const findTitle = createTitleFinder(settings, io);
  const named = async (slug: string, type: EngagementType): Promise<string> =>
    (await findTitle(slug, OTHER_TYPES.includes(type) ? "others" : "posts")) ?? slug;
  const read = mostRead(summary, settings.limit ?? TOP_LIMIT);
  return {
    ...summary,
    top: {
      ...summary.top,
      slug: await Promise.all(summary.top.slug.map(async (row) => ({ ...row, value: await named(row.value, row.type) }))),
    },
    readThrough: await Promise.all(read.map(async (row) => ({ ...row, slug: await named(row.slug, "post_view") }))),
  };
}

interface TopList {
  readonly dimension: Dimension;
  readonly title: string;
  readonly types?: readonly EngagementType[];
  readonly counted: string;
}

/** Words that `top` accepts for the dimensions. */
const TOP_LISTS = {
  posts: { dimension: "slug", title: "POST", types: ["post_view"], counted: "VIEWS" },
  pages: { dimension: "path", title: "PAGE", types: VIEW_TYPES, counted: "VIEWS" },
  referrers: { dimension: "referrer", title: "CAME FROM", types: [...VIEW_TYPES, ...OTHER_TYPES], counted: "VIEWS" },
  links: { dimension: "outbound", title: "WENT TO", counted: "CLICKS" },
  shares: { dimension: "share", title: "SHARED BY", counted: "SHARES" },
  calls: { dimension: "cta", title: "CALL TO ACTION", counted: "CLICKS" },
  campaigns: { dimension: "campaign", title: "CAMPAIGN", counted: "VIEWS" },
  others: { dimension: "slug", title: "OTHER DOCUMENT", types: OTHER_TYPES, counted: "VIEWS" },
} as const satisfies Readonly<Record<string, TopList>>;
type TopName = keyof typeof TOP_LISTS;
const TOP_NAMES = Object.keys(TOP_LISTS) as TopName[];

/** `octavo engagement top <dimension>`. */
export function listTop(
  settings: DataPlace & Settings<"published" | "limit" | "from" | "to" | "json">,
  io: Io,
  [word = ""]: readonly string[],
): Promise<void> {
  const name = toTopName(word);
  const list: TopList = TOP_LISTS[name];
  return withOwner(settings, io, async (owner) => {
    const period = toPeriod(settings, io.now(), LIST_TIME_ZONE);
    const { dimension, types = null } = list;
    const limit = settings.limit ?? LONG_TOP_LIMIT;
    const { fromDay, toDay } = period;
    const { items } = await owner(topFigures, { dimension, types: types === null ? null : [...types], fromDay, toDay, limit });
    if (settings.json) return writeJson(io, { ...period, dimension, items });
    const head = `${period.fromDay} to ${period.toDay} (${describeDays(period.timeZone)})\n\n`;
    const { bar } = chartRoom(io, 0);
    const columns = [
      { title: list.title, flexible: true },
      { title: list.counted, align: "right" as const },
      { title: "VISITORS", align: "right" as const },
    ];
    const findTitle = createTitleFinder(settings, io);
    const names = await Promise.all(
      items.map(async ({ value }) =>
        list.dimension === "slug" ? ((await findTitle(value, name === "others" ? "others" : "posts")) ?? value) : value,
      ),
    );
    const rows = items.map(({ count, ...unique }, at) => [names[at] ?? "", String(count), formatVisitors(unique)]);
    const counts = items.map(({ count }) => count);
    io.stdout.write(
      items.length === 0
        ? `${head}nothing was recorded on these days\n`
        : head + renderBars(columns, rows, counts, { width: widthOfOutput(io), bar }),
    );
  });
}

/** @throws CliError with exit code 2 */
function toTopName(word: string): TopName {
  const name = TOP_NAMES.find((each) => each === word || each === `${word}s` || (TOP_LISTS[each].dimension === word && each !== "others"));
  if (name !== undefined) return name;
  throw usageError(`"${word}" is not a list of figures`, didYouMean(word, TOP_NAMES) ?? `want ${TOP_NAMES.join(", ")}`);
}

/** `octavo engagement post <slug>`. */
export function showPostEngagement(
  settings: DataPlace & Settings<"published" | "from" | "to" | "json">,
  io: Io,
  [slug = ""]: readonly string[],
): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const period = toPeriod(settings, io.now(), LIST_TIME_ZONE);
    const post = await owner(postFigures, { slug, fromDay: period.fromDay, toDay: period.toDay });
    if (settings.json) writeJson(io, { slug, ...period, ...post });
    else {
      const findTitle = createTitleFinder(settings, io);
      const title = (await findTitle(slug, "posts")) ?? (await findTitle(slug, "others"));
      const shown = title === null ? slug : `${title} (${slug})`;
      io.stdout.write(renderPostFigures(shown, post, period, { width: widthOfOutput(io), ...chartRoom(io, SPARK_LABELS) }));
    }
  });
}

function mostRead({ readThrough }: EngagementSummary, limit: number): EngagementSummary["readThrough"] {
  return readThrough.toSorted((one, other) => other.count - one.count).slice(0, limit);
}
