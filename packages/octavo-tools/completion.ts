import { usageError } from "../../cli/io.ts";
import { hasPages, optionsOf, type ToolCommand, toOptionName } from "./commands.ts";
import { ALL_OPTION, SITE_OPTIONS } from "./read-arguments.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;

/** The hidden command with which shells request completions. */
export const COMPLETE_WORD = "__complete";

/** Commands that are not reads, with their possible arguments. */
const OTHERS: readonly (readonly string[])[] = [["mcp"], ...SHELLS.map((shell) => ["completion", shell])];

/**
 * A shell's script, which runs the program to get completions.
 * @param programs all names of the program
 */
export function renderCompletion(shell: string, programs: readonly string[]): string {
  switch (shell) {
    case "bash":
      return `_octavo_tools() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$("\${COMP_WORDS[0]}" ${COMPLETE_WORD} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _octavo_tools ${programs.join(" ")}
`;
    case "zsh":
      return `#compdef ${programs.join(" ")}
_octavo_tools() {
  local -a found
  found=("\${(@f)$("\${words[1]}" ${COMPLETE_WORD} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- "\${found[@]}"
}
compdef _octavo_tools ${programs.join(" ")}
`;
    case "fish":
      return `function __octavo_tools
  set -l words (commandline -opc) (commandline -ct)
  $words[1] ${COMPLETE_WORD} $words[2..-1] 2>/dev/null
end
${programs.map((program) => `complete -c ${program} -f -a '(__octavo_tools)'`).join("\n")}
`;
    default:
      throw usageError(`there is no completion for "${shell}"`, `want ${SHELLS.join(", ")}`);
  }
}

/**
 * Completions for the last word.
 * @param words the last one is incomplete
 */
export function complete(commands: readonly ToolCommand[], words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? "";
  const command = commands.find((candidate) => candidate.words.every((word, at) => before[at] === word));
  const found = command === undefined ? nextWords(commands, before) : nextArguments(command, before.slice(command.words.length));
  return found.filter((word) => word.startsWith(last));
}

function nextWords(commands: readonly ToolCommand[], before: readonly string[]): readonly string[] {
  const entries = [...commands.map(({ words }) => words), ...OTHERS];
  const matching = entries.filter((words) => words.length > before.length && before.every((word, at) => words[at] === word));
  return [...new Set(matching.map((words) => words[before.length] ?? ""))];
}

function nextArguments(command: ToolCommand, before: readonly string[]): readonly string[] {
  const options = optionsOf(command);
  const option = options.find(({ name }) => `--${toOptionName(name)}` === before.at(-1));
  if (option !== undefined && option.schema.type !== "boolean") return option.schema.enum ?? [];
  const common = [...(command.calls.some(hasPages) ? [ALL_OPTION] : []), ...SITE_OPTIONS].map(({ name }) => name);
  const names = [...options.map(({ name }) => toOptionName(name)), ...common].map((name) => `--${name}`);
  const values = command.calls.flatMap(({ words }) => words[before.filter((word) => !word.startsWith("--")).length]?.schema.enum ?? []);
  return [...values, ...names.filter((name) => !before.includes(name))];
}
