import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { leaveOutOfWorkers, WORKER_RESOLVE } from "../../../scripts/pack/worker-modules.ts";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Modules of the suites that need a process, and their replacements in an object. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/^vitest$/, path("in-object/vitest.ts")],
  [/\/open-parts\.ts$/, path("in-object/open-object-parts.ts")],
  [/\/helpers\/(?:openapi|html-faults)\.ts$/, path("in-object/checked-outside.ts")],
];

/** Bundles the suites as a Worker whose objects run them. */
export async function bundleTests(): Promise<string> {
  const bundle = await rolldown({
    input: path("in-object/test-program.ts"),
    ...WORKER_RESOLVE,
    external: /^node:/,
    platform: "neutral",
    tsconfig: false,
    plugins: [replaceModules(), leaveOutOfWorkers()],
    onLog: (_level, { message }) => {
      throw new Error(`bundling the suites: ${message}`);
    },
  });
  try {
    const { output } = await bundle.generate({ format: "es", codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

function replaceModules(): Plugin {
  return { name: "replace-modules", resolveId: (source) => REPLACED.find(([pattern]) => pattern.test(source))?.[1] ?? null };
}
