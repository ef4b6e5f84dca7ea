import { z } from "zod";
import { type ReportModel, readReport } from "../../report/report-model.ts";
import { defineOperation } from "../owner-operation.ts";

const DayText = z.iso.date();
/** The figures of a report. Its form is the type's: a report grows with each version. */
const Report = z
  .unknown()
  .meta({ description: "Figures of the period, as `octavo engagement report --json` prints them" }) as z.ZodType<ReportModel>;

/** The figures of the engagement report. Posts are named by slug; titles are the caller's. */
export const reportFigures = defineOperation({
  name: "figures.report",
  scope: "figures",
  about: "Reports what was read in a period",
  input: z.strictObject({
    fromDay: DayText,
    toDay: DayText,
    timeZone: z.string().max(100),
    limit: z.int().min(0).max(1_000).default(15),
  }),
  output: Report,
  run: ({ store }, period) => readReport(store, { ...period, findTitle: async () => null }),
});
