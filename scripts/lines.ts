/**
 * Counts the shipped lines of code by room: `node scripts/run.mjs node scripts/lines.ts [folder of
 * another checkout]`. Comments, blank lines, imports and generated files do not count.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "rolldown/utils";

/** Folders whose files ship or produce shipped files. */
export const SHIPPED = [
  ...["bin", "browser", "build", "cli", "contract", "edge", "hosts", "import", "kinds"],
  ...["packages", "scripts", "search", "server", "templates", "threads", "views"],
] as const;
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Counts the lines of a TypeScript or JavaScript file that contain code. */
export function countLines(name: string, text: string): number {
  const { comments, module, errors } = parseSync(name, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${name} cannot be parsed: ${error.message}`);
  const left = [...comments, ...module.staticImports].reduce(blankOut, text);
  return left.split("\n").filter((line) => /[^\s;]/.test(line)).length;
}

/** Replaces a range with spaces. Ranges are in UTF-16 units, so later ranges stay valid. */
function blankOut(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, " ") + text.slice(end);
}

/** Counts lines of code by room over the files that Git tracks in a checkout. */
export function countRooms(root: string): ReadonlyMap<string, number> {
  const files = execFileSync("git", ["ls-files", "--", ...SHIPPED], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => SCRIPT.test(file) && !file.includes("/generated/"));
  const counts = new Map<string, number>(SHIPPED.map((room) => [room, 0]));
  for (const file of files) {
    const room = file.slice(0, file.indexOf("/"));
    counts.set(room, (counts.get(room) ?? 0) + countLines(file, readFileSync(join(root, file), "utf8")));
  }
  return counts;
}

function main(folders: readonly string[]): void {
  const roots = [...folders.map((folder) => resolve(folder)), fileURLToPath(new URL("..", import.meta.url))];
  const columns = roots.map(countRooms);
  const print = (name: string, numbers: readonly number[]): void =>
    console.log(name.padEnd(10) + numbers.map((one) => String(one).padStart(9)).join(""));
  for (const room of SHIPPED)
    print(
      room,
      columns.map((counts) => counts.get(room) ?? 0),
    );
  print(
    "all",
    columns.map((counts) => [...counts.values()].reduce((sum, one) => sum + one, 0)),
  );
}

if (import.meta.main) main(process.argv.slice(2));
