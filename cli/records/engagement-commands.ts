import { createLocalDays } from "../../contract/query/query-instant.ts";
import { fromDayText } from "../../server/days.ts";
import { eventRows, figuresVerification } from "../../server/owner/figures/read-figures.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { OTHER_TYPES } from "../../server/report/report-model.ts";
import type { EngagementExportRow } from "../../server/store/engagement-types.ts";
import { toCsvLine } from "../../server/text/csv.ts";
import { plural } from "../build/result-text.ts";
import { createTitleFinder, type TitlePlace } from "../desk/post-finder.ts";
import { EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { createLineWriter, writeJson } from "../text/output.ts";
import { toIso } from "../text/times.ts";

/** `octavo engagement verify`: recounts the roll-ups from the raw events. */
export function showEngagementDrift(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<number> {
  return withOwner(settings, io, async (owner) => {
    const { events, fromDay, drift } = await owner(figuresVerification, {});
    if (settings.json) writeJson(io, { events, fromDay, drift });
    else if (drift.length === 0 && !settings.quiet) io.stdout.write(`${plural(events, "event")} since ${fromDay} recounted: no drift\n`);
    else for (const { what, stored, recomputed } of drift) io.stdout.write(`${what}: ${stored} stored, ${recomputed} counted\n`);
    return drift.length === 0 ? EXIT_OK : EXIT_FAILED;
  });
}

const COLUMNS = [
  "at",
  "type",
  "path",
  "slug",
  "referrer",
  "target",
  "value",
  "activeMs",
  // This column is last, so that programs that read columns by number keep working.
  "title",
] as const satisfies readonly (keyof EngagementExportRow | "title")[];

/**
 * `octavo engagement export`: raw events, oldest first, with the current title if something is
 * published under the slug.
 */
export function exportEngagement(
  settings: DataPlace & Settings<"published" | "from" | "to"> & { readonly format: "csv" | "jsonl" | null },
  io: Io,
): Promise<void> {
  const format = settings.format ?? "jsonl";
  const { from, to } = settings;
  const titleOf = createRowTitles(settings, io);
  return withOwner(settings, io, async (owner) => {
    const { start, end } = createLocalDays((await owner(showSite, {})).timeZone);
    const period = {
      from: from === null ? null : start(fromDayText(from)),
      to: to === null ? null : end(fromDayText(to)),
    };
    const writer = createLineWriter(io);
    if (format === "csv") await writer.add(toCsvLine(COLUMNS));
    for await (const event of owner.rows(eventRows, period)) {
      const row = { ...event, at: toIso(event.at), title: await titleOf(event) };
      await writer.add(format === "csv" ? toCsvLine(COLUMNS.map((column) => row[column])) : `${JSON.stringify(row)}\n`);
      if (io.signal.aborted) break;
    }
    await writer.flush();
  });
}

/** Each title is looked up once, because an export has many rows but few slugs. */
function createRowTitles(settings: TitlePlace, io: Io): (row: Pick<EngagementExportRow, "slug" | "type">) => Promise<string | null> {
  const findTitle = createTitleFinder(settings, io);
  const titles = new Map<string, Promise<string | null>>();
  return async ({ slug, type }) => {
    if (slug === null) return null;
    const of = OTHER_TYPES.includes(type) ? "others" : "posts";
    const title = titles.get(`${of} ${slug}`) ?? findTitle(slug, of);
    titles.set(`${of} ${slug}`, title);
    return title;
  };
}
