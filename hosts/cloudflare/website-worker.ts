import { createPageAnswers } from "../pages/page-answers.ts";
import { createWorker } from "./create-worker.ts";

/** The Worker of a site whose pages are made when they are asked for. */

// biome-ignore lint/style/noDefaultExport: required by Workers
export default createWorker(createPageAnswers);
