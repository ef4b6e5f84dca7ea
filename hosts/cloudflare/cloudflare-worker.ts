import { createWorker } from "./create-worker.ts";

// biome-ignore lint/style/noDefaultExport: required by Workers
export default createWorker(null);
