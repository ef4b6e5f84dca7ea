import { toHelpTable, toParagraph } from "../../cli/text/help-parts.ts";
import { hasPages, optionsOf, type ToolCommand, toOptionName, wordsShown } from "./commands.ts";
import type { OperationParameter } from "./generated/tool-operations.ts";
import { ALL_OPTION, SITE_OPTIONS } from "./read-arguments.ts";

const OTHERS: readonly (readonly [string, string])[] = [
  ["mcp", "offer the same reads as tools for language models, over standard input and output"],
  ["completion <shell>", "completion for bash, zsh or fish"],
];

/** `octavo-tools --help`, and `octavo-posts --help`. */
export function renderToolsHelp(program: string, group: string | null, commands: readonly ToolCommand[], width: number): string {
  const shown = commands.filter(({ words }) => group === null || words[0] === group);
  const rows = shown.map((command): [string, string] => [
    [...command.words.slice(group === null ? 0 : 1), wordsShown(command)].join(" ").trimEnd(),
    command.about,
  ]);
  const common = SITE_OPTIONS.map(({ name, value, about }): [string, string] => [`--${name}${value === null ? "" : ` <${value}>`}`, about]);
  const parts = [
    `${program}: reads ${group === null ? "" : `the ${group} of `}a site made with Octavo`,
    `Usage: ${program} <command> [options]`,
    toHelpTable(group === null ? [...rows, ...OTHERS] : rows, width),
    toHelpTable(common, width),
    toParagraph(
      `${program} <command> --help shows the filters of a command. Exit codes: 0 success · 1 the API refused or is unavailable · 2 invalid command line`,
      width,
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** `octavo-tools posts list --help`. */
export function renderReadHelp(program: string, group: string | null, command: ToolCommand, width: number): string {
  const words = [...command.words.slice(group === null ? 0 : 1), wordsShown(command)].join(" ").trimEnd();
  const taken = new Map(command.calls.flatMap(({ words: all }) => all.map((word) => [word.name, word] as const)));
  const named = [...taken.values()].map(({ name, description }): [string, string] => [`<${name}>`, toPlain(description)]);
  const options = optionsOf(command).map((option): [string, string] => [
    `--${toOptionName(option.name)}${shownValue(option)}`,
    describe(option),
  ]);
  const common = [...(command.calls.some(hasPages) ? [ALL_OPTION] : []), ...SITE_OPTIONS];
  const others = common.map(({ name, value, about }): [string, string] => [`--${name}${value === null ? "" : ` <${value}>`}`, about]);
  const parts = [
    `${program} ${words}: ${command.about}`,
    toParagraph(toPlain(command.details), width),
    ...(named.length === 0 ? [] : [toHelpTable(named, width)]),
    toHelpTable([...options, ...others], width),
  ];
  return `${parts.join("\n\n")}\n`;
}

function shownValue({ schema }: OperationParameter): string {
  if (schema.type === "boolean") return "";
  return schema.type === "integer" ? " <number>" : " <text>";
}

function describe({ description, schema }: OperationParameter): string {
  const values = schema.enum === undefined ? "" : ` One of ${schema.enum.join(", ")}.`;
  const usual = schema.default === undefined ? "" : ` Default: ${schema.default}.`;
  return toPlain(`${description}${values}${usual}`);
}

/** Converts the CommonMark that the table of operations uses to plain text. */
function toPlain(text: string): string {
  return text.replaceAll("`", "");
}
