/** Words that represent octavo at the start of its commands. */
const NAMES: readonly RegExp[] = [
  /^npm run (?:--silent |--prefix \S+ )*octavo -- /,
  /^npm run (?:--silent )?(dev|start) -- /,
  /^npx --no octavo /,
  /^octavo /,
  /^node \S*bin\/octavo\.mjs /,
  /^docker compose exec octavo node \S+octavo\.mjs /,
];

/**
 * The words after `octavo` in each command line of a shell snippet, without comments, leading
 * variables and pipes.
 */
export function findOctavoCommands(shell: string): readonly (readonly string[])[] {
  const joined = shell.replaceAll("\\\n", " ");
  return joined.split("\n").flatMap((line) =>
    splitCommands(line).flatMap((command) => {
      const plain = command.replace(/^(?:[A-Z_]+=\S* )+/, "");
      const name = NAMES.find((one) => one.test(plain));
      if (name === undefined) return [];
      const [whole = "", script] = name.exec(plain) ?? [];
      return [[...(script === undefined ? [] : [script]), ...toWords(plain.slice(whole.length))]];
    }),
  );
}

/** A line cut at `&&`, `;` and `|`, without a comment. */
function splitCommands(line: string): readonly string[] {
  const code = line.replace(/(?:^|\s)#.*$/, "").replace(/^[\d*/]+(?: [\d*/]+){4} /, "");
  return code.split(/&&|;|\|/).map((command) => command.trim());
}

function toWords(text: string): readonly string[] {
  const words = [...text.matchAll(/(?:\$\([^)]*\)|[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ""));
  const end = words.findIndex((word) => /^\d?>/.test(word));
  return end === -1 ? words : words.slice(0, end);
}
