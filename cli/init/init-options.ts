import type { SettingsOf } from "../options/option.ts";
import { flag, freeText, ONCE, word } from "../options/readers.ts";
import { type COMMON_OPTIONS, shared } from "../options/shared-options.ts";
import { DEPLOY_TARGETS, EDITORS, TEMPLATES } from "./site-plan.ts";

/** Options of `octavo init`. */
export const INIT_OPTIONS = {
  name: freeText("text", "name of the site (default: the folder's)", ONCE),
  ...shared("url"),
  language: freeText("tag", "language of the site, a BCP 47 tag such as en or pt-BR (default: the system's, or en)", ONCE),
  timeZone: freeText("name", "the site's time zone, such as Europe/Oslo (default: the system's)", ONCE),
  template: word("name", `what the site starts with: ${TEMPLATES.join(", ")} (default website)`, TEMPLATES, ONCE),
  dates: word(
    "source",
    "git: another generator's posts without a date get the day of the commit that added them (default: no date)",
    ["git"],
    ONCE,
  ),
  deploy: word(
    "host",
    `write the files that publish the site there: ${DEPLOY_TARGETS.join(", ")} or none (default none)`,
    [...DEPLOY_TARGETS, "none"],
    ONCE,
  ),
  writes: flag(
    "with --deploy cloudflare: Cloudflare also runs the write server, for comments and likes without a server of your own",
    ONCE,
  ),
  editor: word("name", `add a content editor for the browser: ${EDITORS.join(", ")}`, EDITORS, ONCE),
  package: freeText("source", "where npm gets octavo from: a version, a tarball, an address (default: the source of this one)"),
  noStart: flag("only write the files; otherwise, after its questions, init installs the packages, starts the site and opens it", ONCE),
  ...shared("dryRun", "yes"),
};

export type InitSettings = SettingsOf<typeof INIT_OPTIONS & typeof COMMON_OPTIONS>;
