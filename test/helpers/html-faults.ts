import { HtmlValidate, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:recommended", "html-validate:document", "html-validate:a11y"],
    rules: {
      // Safari does not treat a list without markers as a list, unless its role is stated.
      "no-redundant-role": "off",
      // Sites may have names, and posts titles, of any length.
      "long-title": "off",
      // HTML allows either case.
      "doctype-style": "off",
      // A heading that begins with a digit has an id that does too. HTML allows any id that
      // contains no space.
      "valid-id": ["error", { relaxed: true }],
      // The style sheet and the script come from the same origin, and changing them must not
      // change every page.
      "require-sri": ["error", { target: "crossorigin" }],
    },
  }),
);

/** Faults that html-validate finds in a whole page, one line each: place, rule, message. */
export async function findFaults(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`));
}

/** Pages without faults, because some tests request the same page hundreds of times. */
const valid = new Set([""]);

/** A page without its colour values, which are the only difference between looks on most pages. */
function toShape(html: string): string {
  return html.replace(/(<meta name="theme-color" content=")#[0-9a-f]{6}"/g, '$1#000000"');
}

/**
 * @throws an error that lists the faults of a page. An empty text, such as the body of a response
 * to HEAD, has none.
 */
export async function checkHtml(url: string, html: string): Promise<void> {
  const shape = toShape(html);
  if (valid.has(shape)) return;
  const faults = await findFaults(html);
  if (faults.length > 0) throw new Error(`${url} is not valid HTML:\n${faults.join("\n")}`);
  valid.add(shape);
}
