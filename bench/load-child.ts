/**
 * The load generator in a separate process. It receives jobs over IPC, one at a time, and answers
 * each with a report or an error.
 */
import { type LoadJob, runLoad } from "./server-load.ts";

process.on("message", (job: LoadJob) => {
  runLoad(job).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
