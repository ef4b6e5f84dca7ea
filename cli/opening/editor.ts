import { spawn } from "node:child_process";
import { basename } from "node:path";
import type { Io } from "../io.ts";

/** A place in a file. */
export interface FilePlace {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A program and its arguments. It is run without a shell. */
export interface EditorCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether it needs its own terminal. */
  readonly isInTerminal: boolean;
}

type ToArguments = (place: FilePlace) => readonly string[];

const toGoto: ToArguments = ({ file, line, column }) => ["--goto", `${file}:${line}:${column}`];
const toColons: ToArguments = ({ file, line, column }) => [`${file}:${line}:${column}`];
const toOptions: ToArguments = ({ file, line, column }) => ["--line", String(line), "--column", String(column), file];
const toPlus: ToArguments = ({ file, line }) => [`+${line}`, file];

/** How editors accept a place in a file, by program name. Other editors get only the file. */
const FORMS: readonly (readonly [names: string, toArguments: ToArguments])[] = [
  ["code code-insiders codium cursor windsurf positron", toGoto],
  ["zed zeditor subl sublime_text hx helix", toColons],
  ["idea webstorm phpstorm pycharm", toOptions],
  ["vi vim nvim gvim mvim nano micro emacs emacsclient kak", toPlus],
];
const IN_TERMINAL = new Set("vi vim nvim nano micro hx helix kak emacs".split(" "));
/** The programs that open a file on each system. Other systems follow the freedesktop standard. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ["open", "-t"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Determines the owner's editor: VISUAL, then EDITOR, then the system's program for the file.
 */
export function toEditorCommand({ VISUAL, EDITOR }: Io["env"], place: FilePlace): EditorCommand {
  const [program, ...own] = splitWords(VISUAL?.trim() || EDITOR?.trim() || "");
  if (program === undefined) {
    const [opener, ...args] = OPENERS[process.platform] ?? (["xdg-open"] as const);
    return { program: opener, args: [...args, place.file], isInTerminal: false };
  }
  const name = basename(program.replaceAll("\\", "/")).replace(/\.(?:exe|cmd)$/i, "");
  const toArguments = FORMS.find(([names]) => names.split(" ").includes(name))?.[1] ?? (({ file }: FilePlace) => [file]);
  return { program, args: [...own, ...toArguments(place)], isInTerminal: IN_TERMINAL.has(name) };
}

/** Splits a command into words; quotes keep spaces. */
function splitWords(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([word, double, single]) => double ?? single ?? word);
}

/**
 * Opens a file in an editor that has its own window.
 * @returns the reason for a failure; null on success
 */
export async function openInEditor(place: FilePlace, env: Io["env"]): Promise<string | null> {
  const { program, args, isInTerminal } = toEditorCommand(env, place);
  if (isInTerminal) return `${program} needs a terminal: set VISUAL to an editor with a window, such as code`;
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { env, stdio: "ignore", detached: true });
    child.on("error", () => resolve(`${program} cannot be started: set VISUAL to your editor, such as code`));
    child.on("spawn", () => resolve(null));
    child.unref();
  });
}
