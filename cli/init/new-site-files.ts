import { stringify } from "yaml";
import { toSlug } from "../../build/shared/slugs.ts";
import { toBuildHost, toDeployFiles } from "./deploy-files.ts";
import { toEditorSettings } from "./editor-settings.ts";
import { PACKAGE_NAME } from "./package-source.ts";
import type { PlannedFile, SitePlan } from "./site-plan.ts";
import { toSveltiaFiles } from "./sveltia.ts";
import { fillTemplate, readTemplate } from "./templates.ts";

/** All files of a new site; the same plan gives the same files. */
export function toNewSiteFiles(plan: SitePlan): readonly PlannedFile[] {
  return [
    { path: "content/site.yaml", text: renderSite(plan) },
    ...readTemplate(plan.template).map(({ path, text }) => ({ path, text: fillTemplate(text, { date: plan.today }) })),
    { path: plan.configFile, text: CONFIG },
    { path: "package.json", text: `${JSON.stringify(toPackage(plan), null, 2)}\n` },
    { path: ".gitignore", text: GIT_IGNORED.map((name) => `${name}\n`).join("") },
    ...toDeployFiles(plan),
    ...(plan.schemas === null ? [] : toEditorSettings(plan.schemas)),
    ...(plan.sveltia === null ? [] : toSveltiaFiles(plan.sveltia)),
  ];
}

/** Scripts of a site's package.json. */
export function toScripts({ deploy }: Pick<SitePlan, "deploy">): Readonly<Record<string, string>> {
  const host = toBuildHost(deploy);
  const build = host === null ? "octavo build" : `octavo build --host ${host}`;
  return { dev: "octavo dev", build, check: "octavo check --strict" };
}

/** What git is not to take. */
export const GIT_IGNORED: readonly string[] = ["node_modules", "dist", "data", ".octavo"];

// JSON and YAML alone take what was answered: a site's name is never code.
const CONFIG = `import { defineConfig } from "${PACKAGE_NAME}";

/** The build settings: all have defaults, and an editor lists them. Name, address and language stand in content/site.yaml. */
export default defineConfig({});
`;

function renderSite({ name, url, language, timeZone }: SitePlan): string {
  const values = stringify({ name, url, language, timeZone }, { lineWidth: 0 });
  return `# The site, as GET /site-settings tells it. Also here: tagline, description, author, logo, accentColor, social …\n${values}`;
}

function toPackage(plan: SitePlan): object {
  return {
    name: toSlug(plan.name) || "site",
    private: true,
    type: "module",
    scripts: toScripts(plan),
    dependencies: { [PACKAGE_NAME]: plan.octavo },
  };
}
