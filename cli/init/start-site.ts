import { CliError, EXIT_OK, type Io } from "../io.ts";

/**
 * Installs the packages of a new site, starts it and opens it in a browser.
 * @returns the exit code of the server, which a signal has stopped
 * @throws CliError if npm cannot install
 */
export async function startSite(folder: string, io: Io): Promise<number> {
  if (io.runProgram === undefined) return EXIT_OK;
  io.stdout.write("\nor wait: both run now\n\n");
  const installed = await io.runProgram("npm", ["install", "--no-audit", "--no-fund"], folder);
  if (io.signal.aborted) return EXIT_OK;
  if (installed !== 0)
    throw new CliError("npm install failed; the files of the site are written", { hint: "run npm install in its folder" });
  const stopped = await io.runProgram("npm", ["run", "dev", "--", "--open"], folder);
  return io.signal.aborted ? EXIT_OK : (stopped ?? EXIT_OK);
}
