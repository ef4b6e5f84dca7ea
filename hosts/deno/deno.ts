import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import { renderProgram } from "../bundle/render-program.ts";
import type { HostGenerator } from "../host-files.ts";

/** A program that serves its own folder. */
export const denoFiles: HostGenerator = async ({ base }, { server, origins }) => [
  { path: `${HOSTS_FOLDER}/deno/server.js`, content: await renderProgram("deno-server", { base, server, origins }) },
];
