import { createWorker } from "./create-worker.ts";
import { connectRemote } from "./remote-connection.ts";

// biome-ignore lint/style/noDefaultExport: required by Workers
export default createWorker(null, connectRemote);
