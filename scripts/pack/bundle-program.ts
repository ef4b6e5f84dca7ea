import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { PROGRAMS, type ProgramName, type ProgramSource } from "../../hosts/bundle/program-sources.ts";
import { keepSearchOnly } from "./minisearch-reading.ts";
import { leaveOutOfWorkers, WORKER_RESOLVE } from "./worker-modules.ts";

const TARGETS: Readonly<Record<"es" | "iife", string | string[]>> = {
  es: "es2023",
  // Uses only syntax that older browsers support.
  iife: ["chrome110", "firefox115", "safari16.4"],
};

/**
 * Bundles and minifies one program into a single file, with the same bytes each time. Its settings
 * are free variables: see hosts/bundle/render-program.ts.
 */
export function bundleProgram(name: ProgramName): Promise<string> {
  return bundleSource(PROGRAMS[name]);
}

export async function bundleSource({ entry, platform, format, exported }: ProgramSource): Promise<string> {
  const path = (ending: string): string => fileURLToPath(new URL(`../../${entry}.${ending}`, import.meta.url));
  if (exported !== undefined) return JSON.stringify((await import(path("ts")))[exported]);
  if (format === "json") return JSON.stringify(JSON.parse(await readFile(path("json"), "utf8")));
  const bundle = await rolldown({
    input: path("ts"),
    ...(platform === "worker" ? { ...WORKER_RESOLVE, platform: "neutral" } : { platform }),
    tsconfig: false,
    plugins: [keepSearchOnly(), minifyStyles(), ...(platform === "worker" ? [leaveOutOfWorkers()] : [])],
    transform: { target: TARGETS[format] },
    // Without this, unused objects made with `...` would stay.
    treeshake: { propertyReadSideEffects: false },
    onLog: (_level, { message }) => {
      throw new Error(`bundling ${entry}: ${message}`);
    },
  });
  try {
    const { output } = await bundle.generate({ format, minify: true, comments: false, codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

/** The template literal that contains the elements' style sheet. */
const TEMPLATE = /(?<=STYLES = )`[^`]+`/;

/**
 * Removes spaces and line breaks from the elements' style sheet, which the bundler treats as a
 * plain string.
 */
function minifyStyles(): Plugin {
  return {
    name: "minify-styles",
    transform: {
      filter: { id: /[\\/]element-styles\.ts$/ },
      handler: (code) => code.replace(TEMPLATE, minify),
    },
  };
}

function minify(css: string): string {
  return (
    css
      .replace(/\/\*.*?\*\//gs, "")
      .replace(/\s+/g, " ")
      .replace(/ ?([`{};,>]) ?/g, "$1")
      .replace(/: /g, ":")
      .replace(/ (\+|!important)/g, "$1")
      // These properties are internal to the elements; pages set the ones that begin with
      // `--octavo-`.
      .replace(/--(?!octavo-)([a-z]{2})[a-z-]*/g, "--$1")
      .replace(/;\}/g, "}")
      .replace(/="([a-z]+)"/g, "=$1")
      .replace(/(?<=[ :(,-])0\./g, ".")
  );
}
