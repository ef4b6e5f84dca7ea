import { stringify } from "yaml";
import { type LookStyleOptions, readLookStyle } from "../../build/outputs/website/look-style.ts";
import { toSlug } from "../../build/shared/slugs.ts";
import { escapeHtml } from "../../contract/text/escape-html.ts";
import { DEFAULT_LOOK } from "../../views/looks.ts";
import { toBuildHost, toDeployFiles } from "./deploy-files.ts";
import { toEditorSettings } from "./editor-settings.ts";
import { CLIENT_PACKAGE_NAME, DOCS_FOLDER, PACKAGE_NAME } from "./package-source.ts";
import type { PlannedFile, SitePlan, TemplateName } from "./site-plan.ts";
import { toSveltiaFiles } from "./sveltia.ts";
import { fillTemplate, readTemplate } from "./templates.ts";

/** All files of a new site. The same plan gives the same files. */
export function toNewSiteFiles(plan: SitePlan): readonly PlannedFile[] {
  return [
    { path: "content/site.yaml", text: renderSite(plan) },
    ...TEMPLATE_FOLDERS[plan.template]
      .flatMap((name) => readTemplate(name))
      .map(({ path, text }) => ({ path, text: fillTemplate(text, { date: plan.today, initial: toInitial(plan.name) }) })),
    // The same style as with `website: true`.
    ...(plan.template === "astro" ? [{ path: "src/styles/site.css", text: readLookStyle(DEFAULT_LOOK, EVERYTHING) }] : []),
    { path: plan.configFile, text: renderConfig(plan) },
    { path: "package.json", text: `${JSON.stringify(toPackage(plan), null, 2)}\n` },
    {
      path: ".gitignore",
      text: toGitIgnored(plan)
        .map((name) => `${name}\n`)
        .join(""),
    },
    ...toDeployFiles(plan),
    ...(plan.schemas === null ? [] : toEditorSettings(plan.schemas)),
    ...(plan.sveltia === null ? [] : toSveltiaFiles(plan.sveltia, plan.ownKinds, plan.editorFolder)),
  ];
}

/** Styles of everything that Markdown settings can enable. */
const EVERYTHING: LookStyleOptions = { highlight: true, embeds: true, math: true, diagrams: true };
/** Folders that each template copies. */
const TEMPLATE_FOLDERS: Readonly<Record<TemplateName, readonly string[]>> = {
  website: ["blog"],
  api: ["blog"],
  astro: ["blog", "astro"],
  empty: [],
};
/** The version with which the template was tested. */
const ASTRO_VERSION = "7.3.5";
/** The folder that octavo builds into, because Astro empties dist. */
const ASTRO_OUT = "dist-octavo";

/** Scripts of a site's package.json. */
export function toScripts({ deploy, template }: Pick<SitePlan, "deploy" | "template">): Readonly<Record<string, string>> {
  const host = toBuildHost(deploy);
  const build = host === null ? "octavo build" : `octavo build --host ${host}`;
  // A warning, such as a picture without alternative text, must not stop publication.
  const check = "octavo check";
  const own =
    template === "astro"
      ? { dev: "astro dev", build: `${build} && astro build`, preview: "octavo preview --out dist" }
      : { dev: "octavo dev", build, preview: "octavo preview" };
  return { ...own, check, api: "octavo api", desk: "octavo desk" };
}

/**
 * Entries for .gitignore. The last ones are copies of the database, with the names used in the
 * documentation.
 */
export function toGitIgnored({ template }: Pick<SitePlan, "template">): readonly string[] {
  return ["node_modules", "dist", "data", ".octavo", ...(template === "astro" ? [ASTRO_OUT, ".astro"] : []), "backups", "/*.db*"];
}

/** The letter of the site's icon, escaped for XML. */
function toInitial(name: string): string {
  const [letter = ""] = name.trim();
  return escapeHtml(letter.toUpperCase());
}

// Answers are only written into JSON and YAML: a site's name is never code.
function renderConfig({ template, deploy, writes: hasWrites }: Pick<SitePlan, "template" | "deploy" | "writes">): string {
  const website =
    template === "website" ? `  // The site's pages, next to its API. See ${DOCS_FOLDER}/website.md.\n  website: true,\n` : "";
  const publish =
    deploy === "cloudflare" || deploy === "netlify" ? `  // Where octavo publish uploads to.\n  publish: { to: "${deploy}" },\n` : "";
  const writes = hasWrites
    ? `  // This host also runs the write server. ${DOCS_FOLDER}/cloudflare.md has the steps, and the settings for notices and the desk.\n  writes: "${deploy}",\n`
    : "";
  const out = template === "astro" ? `  // Astro owns dist, and copies this folder next to its pages.\n  out: "${ASTRO_OUT}",\n` : "";
  return `import { defineConfig } from "${PACKAGE_NAME}";

/**
 * Build settings. All have defaults, and an editor lists them. Name, address and language are in
 * content/site.yaml.
 */
export default defineConfig({
${out}${website}${publish}${writes}  // Colours for code. ${DOCS_FOLDER}/content.md lists the languages.
  markdown: { highlight: true },
});
`;
}

function renderSite({ name, url, language, timeZone, template }: SitePlan): string {
  const icon = TEMPLATE_FOLDERS[template].length > 0 ? { favicon: "favicon.svg" } : {};
  const values = stringify({ name, url, language, timeZone, ...icon }, { lineWidth: 0 });
  return `# The site, as GET /site-settings returns it. More settings: tagline, description, author, logo, accentColor, social …\n${values}`;
}

function toPackage(plan: SitePlan): object {
  return {
    name: toSlug(plan.name) || "site",
    private: true,
    type: "module",
    scripts: toScripts(plan),
    dependencies: {
      ...(plan.template === "astro" ? { astro: ASTRO_VERSION } : {}),
      [PACKAGE_NAME]: plan.octavo,
      ...(plan.octavoClient === null ? {} : { [CLIENT_PACKAGE_NAME]: plan.octavoClient }),
    },
  };
}
