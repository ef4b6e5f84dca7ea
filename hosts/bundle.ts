import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { keepSearchingAlone } from "./minisearch-reading.ts";

const NOTICE = "/*! Octavo. With MiniSearch, (c) Luca Ongaro, MIT License. */";

export interface BundleOptions {
  /** Below hosts/, without its ending: `cloudflare/worker`. */
  readonly entry: string;
  /** `browser`: Web APIs alone. `node`: `node:` modules stay imports. */
  readonly platform: "browser" | "node";
  /** Origin of the write server that the program asks unless its environment names another. */
  readonly server: string | null;
  /** Origins besides the site's own that may like, unless its environment lists others. Default: none. */
  readonly origins?: readonly string[];
  /** `es`: a module (default). `iife`: a classic script, in words that older browsers know too. */
  readonly format?: "es" | "iife";
}

const TARGETS: Readonly<Record<NonNullable<BundleOptions["format"]>, string | string[]>> = {
  es: "es2023",
  iife: ["chrome110", "firefox115", "safari16.4"],
};

/** One of the programs of hosts/ in one file, minified, the same bytes for the same options. */
export async function bundleHost({ entry, platform, server, origins = [], format = "es" }: BundleOptions): Promise<string> {
  // TypeScript here, JavaScript in the npm package.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`./${entry}.${extension}`, import.meta.url)),
    platform,
    tsconfig: false,
    plugins: [keepSearchingAlone()],
    transform: {
      target: TARGETS[format],
      define: { OCTAVO_SERVER: JSON.stringify(server), OCTAVO_ORIGINS: JSON.stringify(origins.join(" ")) },
    },
    onLog: (_level, { message }) => {
      throw new Error(`bundling ${entry}: ${message}`);
    },
  });
  try {
    const { output } = await bundle.generate({ format, minify: true, comments: false, postBanner: NOTICE, codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
