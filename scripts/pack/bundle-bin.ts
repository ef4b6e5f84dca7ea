import { rolldown } from "rolldown";

/** Bundles a package's command into one file of plain JavaScript that any Node reads. */
export async function bundleBin(file: string): Promise<string> {
  const bundle = await rolldown({ input: file, platform: "node", tsconfig: false, transform: { target: "node12" } });
  try {
    return (await bundle.generate({ format: "es" })).output[0].code;
  } finally {
    await bundle.close();
  }
}
