import { createPageAnswers } from "../../pages/page-answers.ts";
import { warmUp } from "../warm-up.ts";
import { createWritesWorker } from "./create-writes-worker.ts";

/** The Worker with writes, for a site whose pages are made on request. */

// biome-ignore lint/performance/noBarrelFile: the classes must be exports of the Worker
export { OctavoErasures, OctavoWrites } from "./object-classes.ts";
export { OctavoSearch } from "./search-object.ts";

void warmUp();

// biome-ignore lint/style/noDefaultExport: required by Workers
export default createWritesWorker(createPageAnswers);
