import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** Browsers that run what is bundled for them. */
const TARGETS = ["chrome110", "firefox115", "safari16.4"];

export interface BrowserBundle {
  readonly code: string;
  /** Bytes, as a server sends them with gzip at its best. */
  readonly gzipBytes: number;
}

/**
 * A module for browsers with all that it imports, minified, in one file: the same bytes each time.
 * @param entry absolute path of a TypeScript file
 */
export async function bundleBrowser(entry: string): Promise<BrowserBundle> {
  const bundle = await rolldown({
    input: entry,
    platform: "browser",
    tsconfig: false,
    transform: { target: TARGETS },
    onLog: (_level, { message }) => {
      throw new Error(`bundling ${entry}: ${message}`);
    },
  });
  try {
    const { output } = await bundle.generate({ format: "es", minify: true, comments: false, codeSplitting: false });
    const { code } = output[0];
    return { code, gzipBytes: gzipSync(code, { level: 9 }).length };
  } finally {
    await bundle.close();
  }
}
