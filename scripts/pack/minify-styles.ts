import type { Plugin } from "rolldown";

/** The template in which the elements' style sheet stands. */
const TEMPLATE = /(?<=STYLES = )`[^`]+`/;

/** Takes spaces and line breaks out of the elements' style sheet, which a bundler leaves as it is: a text. */
export function minifyStyles(): Plugin {
  return {
    name: "minify-styles",
    transform: {
      filter: { id: /[\\/]element-styles\.ts$/ },
      handler: (code) => code.replace(TEMPLATE, minify),
    },
  };
}

function minify(css: string): string {
  return css
    .replace(/\s+/g, " ")
    .replace(/ ?([`{};,>]) ?/g, "$1")
    .replace(/: /g, ":")
    .replace(/;\}/g, "}");
}
