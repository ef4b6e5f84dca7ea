import { createPageAnswers } from "../pages/page-answers.ts";
import { createWorker } from "./create-worker.ts";
import { connectRemote } from "./remote-connection.ts";
import { warmUp } from "./warm-up.ts";

/** The Worker of a site whose pages are made on request. */

void warmUp();

// biome-ignore lint/style/noDefaultExport: required by Workers
export default createWorker(createPageAnswers, connectRemote);
