import { SERVICE_WORKER_FILE } from "../../contract/static-files.ts";
import { renderProgram } from "../bundle/render-program.ts";
import type { HostGenerator } from "../host-files.ts";

/** For hosts that have nothing but files (GitHub Pages, buckets): the service worker, and the word to GitHub that the files are final. */
export const plainHostFiles: HostGenerator = async (_site, { server }) => [
  { path: SERVICE_WORKER_FILE, content: await renderProgram("service-worker", { server }) },
  { path: ".nojekyll", content: "" },
];
