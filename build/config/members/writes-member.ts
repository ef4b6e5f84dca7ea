import { z } from "zod";
import { WRITES_HOSTS } from "../../../contract/config/config-names.ts";
import { leaf, mapping, oneOf, optional } from "../../kinds/fields/leaf.ts";
import { isMapping } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";

const WANT_WRITES =
  'want "cloudflare", or { to: "cloudflare", jurisdiction: "eu", search: "object", variables: { OCTAVO_REPORT: "weekly" } }';
const variables = () =>
  leaf(WANT_WRITES, (value, fail) => {
    if (!isMapping(value)) return fail("wrong-type", `${describe(value)} is not an object`);
    for (const [name, setting] of Object.entries(value)) {
      if (!/^OCTAVO_[A-Z0-9_]+$/.test(name))
        return fail("bad-value", `${describe(name)} is not a variable of the server`, WANT_WRITES, [name]);
      if (typeof setting !== "string") return fail("wrong-type", `${describe(setting)} is not text`, WANT_WRITES, [name]);
    }
    return value as Readonly<Record<string, string>>;
  });
/** The member `writes`: the host of the write server, and its settings. */
export const writesSchema = () =>
  z.preprocess(
    (value) => (typeof value === "string" ? { to: value } : value),
    mapping(
      {
        to: oneOf(WRITES_HOSTS),
        jurisdiction: optional(oneOf(["eu"])),
        search: optional(oneOf(["object"])),
        variables: optional(variables()),
      },
      WANT_WRITES,
    ),
  );
