import type { HostName } from "../../hosts/host-names.ts";
import { renderNetlifyToml } from "../../hosts/netlify/netlify.ts";
import type { PlannedFile } from "./site-plan.ts";
import { fillTemplate, readTemplateFile } from "./templates.ts";

const WORKFLOW = ".github/workflows/publish.yml";
const OUT_FOLDER = "dist";

/** What makes a host publish the site on each push; none where it is not said which. */
export function toDeployFiles(host: HostName | null): readonly PlannedFile[] {
  if (host === null) return [];
  if (host === "netlify") return [{ path: "netlify.toml", text: renderNetlifyToml({ server: null, origins: [], folder: OUT_FOLDER }) }];
  const name = host === "cloudflare" || host === "github-pages" ? host : "server";
  return [{ path: WORKFLOW, text: fillTemplate(readTemplateFile(`deploy/${name}.yml`), { host }) }];
}
