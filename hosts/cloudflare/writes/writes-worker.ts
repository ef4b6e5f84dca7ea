import { createWritesWorker } from "./create-writes-worker.ts";

// biome-ignore lint/performance/noBarrelFile: the classes must be exports of the Worker
export { OctavoErasures, OctavoWrites } from "./object-classes.ts";
export { OctavoSearch } from "./search-object.ts";

// biome-ignore lint/style/noDefaultExport: required by Workers
export default createWritesWorker(null);
