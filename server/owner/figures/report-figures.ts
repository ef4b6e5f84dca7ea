import { z } from "zod";
import { type PostReport, readPostReport } from "../../report/post-report.ts";
import { type ReportModel, readReport } from "../../report/report-model.ts";
import { defineOperation } from "../owner-operation.ts";

const DayText = z.iso.date();
/** Entries of each list. */
const Limit = z.int().min(0).max(10_000).default(15);
const FORM = "as `octavo engagement report --json` prints it";
/** Reports grow with each version, so their form is that of the type. */
const Report = z.unknown().meta({ description: `A report, ${FORM}` }) as z.ZodType<ReportModel>;
const OnePost = z.unknown().meta({ description: `A report of one post, ${FORM}` }) as z.ZodType<PostReport>;

/** The figures of the engagement report. Posts are named by slug; titles are the caller's. */
export const reportFigures = defineOperation({
  name: "figures.report",
  scope: "figures",
  about: "Reports what was read in a period",
  input: z.strictObject({ fromDay: DayText, toDay: DayText, timeZone: z.string().max(100), limit: Limit }),
  output: Report,
  run: ({ store }, period) => readReport(store, period),
});

/** The figures of one post, by days of UTC. */
export const reportPost = defineOperation({
  name: "figures.post",
  scope: "figures",
  about: "Reports what was read of one post in a period",
  input: z.strictObject({ slug: z.string().max(400), fromDay: DayText, toDay: DayText, limit: Limit }),
  output: OnePost,
  run: ({ store }, query) => readPostReport(store, query),
});
