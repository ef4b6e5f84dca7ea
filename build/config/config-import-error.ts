import { fileURLToPath } from "node:url";
import { type Location, startOf } from "../shared/diagnostics.ts";
import { showPath } from "../shared/source-file.ts";

/** `file:4`, lines of the file and a mark below one: how the stack of a SyntaxError begins where Node says the place. The mark is missing where the file ends too early. */
const MARKED = /^(?!SyntaxError)([^\n]*):(\d+)\n(?:(?:(?!SyntaxError)[^\n]*\n)*?( *)(\^+)\n)?/;
/** The first line of a stack that is code of a file of the author's own; CommonJS has a path there. */
const FRAME = /^ +at (?:async )?(?:[^\n(]*\()?((?:file:|\/|[A-Z]:\\)(?!.*[\\/]node_modules[\\/]).*):(\d+):(\d+)\)?$/m;
const IMPORTER = / imported from (.+)/;

/**
 * Where reading the configuration failed: in it, or in a file that it imports. {}: the error does not say it, as with JavaScript that is not valid.
 * @param cwd what paths in messages are relative to
 */
export function placeOfImportError(error: unknown, cwd: string): Partial<Location> {
  if (!(error instanceof Error)) return {};
  const shown = (file: string): string => showFile(cwd, file);
  const [, importer] = IMPORTER.exec(error.message) ?? [];
  if (importer !== undefined) return startOf(shown(importer));
  // Below it are Node and Octavo.
  const [own = ""] = (error.stack ?? "").split(/\n +at (?:async )?ModuleJob\.run /);
  if (!(error instanceof SyntaxError)) return placeOfFrame(own, cwd) ?? {};
  const [, file, line, before = "", mark = ""] = MARKED.exec(own) ?? [];
  if (file === undefined) return {};
  const end = mark === "" ? {} : { endColumn: before.length + mark.length + 1 };
  return { file: shown(file), line: Number(line), column: before.length + 1, ...end };
}

/**
 * Where code of the author's own threw; null: it was none.
 * @param caller address of the module of ours that called it: what is below it in the stack is Octavo
 */
export function placeOfThrow({ stack = "" }: Error, cwd: string, caller: string): Location | null {
  const end = stack.indexOf(caller);
  return placeOfFrame(end === -1 ? stack : stack.slice(0, stack.lastIndexOf("\n", end)), cwd);
}

function placeOfFrame(stack: string, cwd: string): Location | null {
  const [, file, line, column] = FRAME.exec(stack) ?? [];
  return file === undefined ? null : { file: showFile(cwd, file), line: Number(line), column: Number(column) };
}

/** @param file a path, or an address with the query by which it was imported */
function showFile(cwd: string, file: string): string {
  const plain = file.replace(/\?changed=.*$/, "");
  return showPath(cwd, plain.startsWith("file:") ? fileURLToPath(plain.replace(/\?.*$/, "")) : plain);
}

export function explainImportError(error: unknown): { readonly message: string; readonly hint: string } {
  const message = error instanceof Error ? (error.message.split("\n")[0] ?? error.message) : String(error);
  const [, missing] = /^Cannot find package '([^']+)'/.exec(message) ?? [];
  if (missing === "octavo") {
    const hint = "npm install; or export a plain object: defineConfig only helps with types";
    return { message: 'the package "octavo" is not installed here', hint };
  }
  if (missing !== undefined) return { message: `${JSON.stringify(missing)} is not installed`, hint: `npm install ${missing}` };
  const [, module, name] = /^The requested module '([^']+)' does not provide an export named '([^']+)'/.exec(message) ?? [];
  if (module !== undefined) {
    const hint =
      name === "default" ? "write export default there, or import { … } by name here" : "export it there, or import another name";
    return { message: `${module} has no export that is called ${name}`, hint };
  }
  if (/outside a module|^Unexpected token 'export'|require is not defined/.test(message)) {
    const hint = 'write "type": "module" into the package.json beside it, or call the file octavo.config.mts (.mjs)';
    return { message: "is read as CommonJS, where there is no import and no export", hint };
  }
  if (error instanceof SyntaxError)
    return { message: `is not valid code: ${message}`, hint: "the file runs as it stands: erasable TypeScript alone" };
  return { message: `failed while it was read: ${message.replace(IMPORTER, "")}`, hint: "it runs in Node, without a bundler" };
}
