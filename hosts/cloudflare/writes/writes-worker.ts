import { createWritesWorker } from "./create-writes-worker.ts";

// biome-ignore lint/performance/noBarrelFile: the classes must be exports of the Worker
export { OctavoErasures, OctavoWrites } from "./object-classes.ts";

// biome-ignore lint/style/noDefaultExport: required by Workers
export default createWritesWorker(null);
