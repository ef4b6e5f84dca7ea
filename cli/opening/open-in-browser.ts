import { spawn } from "node:child_process";
import type { Io } from "../io.ts";

/**
 * The program that opens an address in a browser on each system. Other systems follow the
 * freedesktop standard.
 */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
const XDG_OPENER = ["xdg-open"] as const;

/** Opens a local address in a browser, without a shell. Prints a line if that is impossible. */
export async function openInBrowser(url: string, { env, stderr }: Pick<Io, "env" | "stderr">): Promise<void> {
  const [program, ...args] = OPENERS[process.platform] ?? XDG_OPENER;
  const isOpened = await new Promise<boolean>((resolve) => {
    const child = spawn(program, [...args, url], { env, stdio: "ignore", detached: true });
    child.on("error", () => resolve(false));
    child.on("spawn", () => resolve(true));
    child.unref();
  });
  if (!isOpened) stderr.write(`note: no browser could be opened (there is no ${program}): open ${url} yourself\n`);
}
