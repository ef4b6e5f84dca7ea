import { type ClientMethods, createClient } from "../client.ts";
import { createFilesClient } from "../files/files-client.ts";

/** Environment variable with the address of `octavo dev`, set by the integration. */
export const DEV_API = "OCTAVO_DEV_API";
/** The value of `octavo build --out` in an Astro site, because dist belongs to Astro. */
export const FILES_FOLDER = "dist-octavo";

/**
 * The client of an Astro site. During `astro dev`, with the integration, it uses the running
 * `octavo dev`; during `astro build` it reads the output of `octavo build`.
 * @param folder relative to Astro's working directory
 */
export function openSite(folder: string | URL = FILES_FOLDER): ClientMethods {
  const baseUrl = process.env[DEV_API];
  return baseUrl === undefined ? createFilesClient({ folder }) : createClient({ baseUrl, timeout: 0, retries: 0 });
}
