import { createPageAnswers } from "../pages/page-answers.ts";
import { createEdgeFunction } from "./create-edge-function.ts";

/** The edge function of a site whose pages are made on request. */

// biome-ignore lint/style/noDefaultExport: required by Netlify
export default createEdgeFunction(createPageAnswers);
