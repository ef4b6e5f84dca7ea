import { type ClientMethods, createClient } from "../client.ts";
import { createFilesClient } from "../files/files-client.ts";

/** Environment variable in which the integration says where `octavo dev` serves the API. */
export const DEV_API = "OCTAVO_DEV_API";
/** The value of `octavo build --out` in a site of Astro, whose own folder is dist. */
export const FILES_FOLDER = "dist-octavo";

/**
 * The client of an Astro site: in `astro dev`, with the integration, it asks the `octavo dev` that runs beside; in `astro build` it reads the folder that
 * `octavo build` wrote.
 * @param folder relative to where Astro runs
 */
export function openSite(folder: string | URL = FILES_FOLDER): ClientMethods {
  const baseUrl = process.env[DEV_API];
  return baseUrl === undefined ? createFilesClient({ folder }) : createClient({ baseUrl, timeout: 0, retries: 0 });
}
