import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMapping } from "../../build/sources/data-values.ts";
import { PACKAGE_NAME } from "./package-source.ts";

/** A package.json that existed before the site. */
export interface OwnPackage {
  readonly hasOctavo: boolean;
  /** Whether its `.ts` files are ECMAScript modules. If not, the configuration is `.mts`. */
  readonly isModule: boolean;
  /** Name → command. */
  readonly scripts: Readonly<Record<string, unknown>>;
}

/** Returns null if there is no package.json. An unreadable one counts as empty. */
export async function readOwnPackage(folder: string): Promise<OwnPackage | null> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const { type, scripts, dependencies, devDependencies } = readObject(text);
  return {
    hasOctavo: PACKAGE_NAME in { ...readObject(dependencies), ...readObject(devDependencies) },
    isModule: type === "module",
    scripts: readObject(scripts),
  };
}

/** The value if it is an object, or an object parsed from text; {} for anything else. */
function readObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "string") return isMapping(value) ? value : {};
  try {
    return readObject(JSON.parse(value));
  } catch {
    return {};
  }
}
