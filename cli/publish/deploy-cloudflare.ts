import { join } from "node:path";
import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import { CliError } from "../io.ts";
import { type Deployment, requireTool, runStep } from "./deployment.ts";

/** Cloudflare Workers, through wrangler. */
export const cloudflareDeployment: Deployment = {
  host: "cloudflare",
  graceHours: null,
  async prepare(context) {
    const answer = await context.run("wrangler", ["whoami"], { isShown: false });
    requireTool(answer, "wrangler", "npm install --save-dev wrangler");
    // Its exit code is 0 even without a login.
    if (answer.status === 0 && !/not authenticated/i.test(answer.output)) return;
    const hint = "run npx wrangler login, or set CLOUDFLARE_API_TOKEN; npx wrangler whoami shows more";
    if (!context.dryRun) throw new CliError("wrangler is not logged in to Cloudflare", { hint });
    context.tell(`wrangler is not logged in: ${hint}`);
  },
  async upload(context) {
    const config = join(context.outDir, HOSTS_FOLDER, "cloudflare", "wrangler.jsonc");
    await runStep(context, "wrangler", ["deploy", "--config", config, ...(context.dryRun ? ["--dry-run"] : [])]);
  },
};
