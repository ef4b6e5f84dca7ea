import { createEdgeFunction } from "./create-edge-function.ts";

// biome-ignore lint/style/noDefaultExport: required by Netlify
export default createEdgeFunction(null);
