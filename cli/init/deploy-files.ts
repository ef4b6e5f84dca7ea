import { HOST_ROUTES } from "../../contract/host-routes.ts";
import { pathOfAddress } from "../../contract/text/base-path.ts";
import { toWorkerName } from "../../hosts/cloudflare/worker-name.ts";
import { HOST_NAMES, type HostName } from "../../hosts/host-names.ts";
import { renderNetlifyToml } from "../../hosts/netlify/netlify.ts";
import type { PlannedFile, SitePlan } from "./site-plan.ts";
import { fillTemplate, readTemplateFile } from "./templates.ts";

const WORKFLOW = ".github/workflows/publish.yml";
const DEPENDABOT = ".github/dependabot.yml";
const OUT_FOLDER = "dist";
/** Files of templates/docker. The package cannot contain files that begin with a dot. */
const DOCKER_FILES = { Dockerfile: "Dockerfile", "compose.yaml": "compose.yaml", Caddyfile: "Caddyfile", ".dockerignore": "dockerignore" };

/**
 * Files for a host that publishes the site on each push, or for a server that runs it in Docker.
 * The result is empty without `--deploy`.
 */
export function toDeployFiles(
  plan: Pick<SitePlan, "deploy" | "url" | "template" | "existingBuildScript" | "isDatedByGit" | "writes">,
): readonly PlannedFile[] {
  const { deploy, url } = plan;
  if (deploy === null) return [];
  if (deploy === "docker") {
    // For a bare host name Caddy obtains a certificate; `http://` prevents that. The program
    // handles the base path.
    const values = { address: new URL(url).origin.replace(/^https:\/\//, ""), base: pathOfAddress(url) };
    const files = Object.entries(DOCKER_FILES).map(([path, name]) => ({
      path,
      text: fillTemplate(readTemplateFile(`docker/${name}`), values),
    }));
    return [...files, toDependabot("docker")];
  }
  if (deploy === "netlify") {
    const options = { server: null, origins: [], folder: OUT_FOLDER };
    const site = { base: pathOfAddress(url), routes: HOST_ROUTES, hasPages: false, pagesOnRequest: false };
    return [{ path: "netlify.toml", text: renderNetlifyToml(options, site, toBuildCommand(plan, deploy)) }];
  }
  const name = deploy === "cloudflare" || deploy === "github-pages" ? deploy : "server";
  const reload = deploy === "nginx" || deploy === "caddy" ? fillTemplate(readTemplateFile("deploy/reload-step.yml"), { host: deploy }) : "";
  const values = { host: deploy, worker: toWorkerName(url), reload, build: toBuildCommand(plan, deploy) };
  const filled = fillTemplate(readTemplateFile(`deploy/${name}.yml`), values);
  const text = plan.writes ? withWrites(filled, { worker: values.worker, url }) : filled;
  return [{ path: WORKFLOW, text: plan.isDatedByGit ? withHistory(text) : text }, toDependabot("github-actions")];
}

/**
 * Adapts the workflow to a Worker that accepts writes. Cloudflare does not give addresses to
 * versions of a Worker with Durable Objects, so each pull request gets a separate Worker that does
 * not accept writes.
 */
function withWrites(workflow: string, { worker, url }: { readonly worker: string; readonly url: string }): string {
  return workflow
    .replace(
      /^( *)- run: npx wrangler@4 deploy /m,
      `$1# Keeps comments readable while the object that stores them cannot answer.
$1- run: npx --no octavo comments snapshot --from ${url} || echo "deployed without comments"
$1  if: github.event_name != 'pull_request'
$&`,
    )
    .replace(`https://$ALIAS-${worker}.$SUBDOMAIN`, `https://${worker}-$ALIAS.$SUBDOMAIN`)
    .replace(
      /versions upload (--config \S+) --preview-alias "(pr-[^"]+)"/,
      (_, config: string, alias: string) => `deploy ${config} --name "${worker}-${alias}"`,
    );
}

/** By default, actions/checkout fetches a single commit. */
function withHistory(workflow: string): string {
  return workflow.replaceAll(
    /^( *)- uses: actions\/checkout@\S+$/gm,
    "$&\n$1  # Posts have the dates of the commits that added them.\n$1  with: { fetch-depth: 0 }",
  );
}

/**
 * The command with which a host or its workflow builds the site. Another program's build script
 * would publish a different folder.
 */
export function toBuildCommand(
  { template, existingBuildScript }: Pick<SitePlan, "template" | "existingBuildScript">,
  host: HostName,
): string {
  if (runsMoreThanOctavo(existingBuildScript)) return `OCTAVO_HOSTS=${host} npm run build`;
  // The API and the pages are built in turn and end up in one folder.
  if (template === "astro" && existingBuildScript === null) return "npm run build";
  if (template === "astro") return `npx --no octavo build --host ${host} && npx --no astro build`;
  return `npx --no octavo build --host ${host} --out ${OUT_FOLDER}`;
}

/**
 * Whether a script builds the API and has other options or commands. Such a script is run
 * unchanged.
 */
export function runsMoreThanOctavo(script: string | null): boolean {
  return script !== null && /\boctavo build\b/.test(script) && !/^\s*octavo build(?: --host \S+)?\s*$/.test(script);
}

/**
 * The Dependabot settings, which check monthly for newer versions of the deployment's dependencies.
 */
function toDependabot(ecosystem: string): PlannedFile {
  return { path: DEPENDABOT, text: fillTemplate(readTemplateFile("deploy/dependabot.yml"), { ecosystem }) };
}

/** A host for which the build must write files. */
export function toBuildHost(deploy: SitePlan["deploy"]): HostName | null {
  return HOST_NAMES.find((name) => name === deploy) ?? null;
}
