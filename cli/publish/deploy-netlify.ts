import { existsSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../io.ts";
import { type Deployment, requireTool, runStep } from "./deployment.ts";

const CONFIG = "netlify.toml";

/** Netlify, through netlify-cli. */
export const netlifyDeployment: Deployment = {
  host: "netlify",
  graceHours: null,
  async prepare(context) {
    const answer = await context.run("netlify", ["status"], { isShown: false });
    requireTool(answer, "netlify", "npm install --save-dev netlify-cli");
    // Its exit code is 0 even without a login.
    if (answer.status === 0 && !/not logged in/i.test(answer.output)) return;
    const isLinked = !/linked/i.test(answer.output);
    const message = isLinked ? "netlify is not logged in" : "this folder is not linked to a Netlify project";
    const hint = isLinked ? "run npx netlify login, or set NETLIFY_AUTH_TOKEN" : "run npx netlify link, or set NETLIFY_SITE_ID";
    if (!context.dryRun) throw new CliError(message, { hint });
    context.tell(`${message}: ${hint}`);
  },
  async upload(context) {
    const { cwd, outDir, dryRun } = context;
    if (!existsSync(join(cwd, CONFIG)))
      throw new CliError(`${CONFIG} is missing: Netlify needs it for the edge function`, {
        hint: `cp ${join(outDir, "_hosts/netlify", CONFIG)} ${CONFIG}`,
      });
    const args = ["deploy", "--prod", "--no-build", "--dir", outDir];
    // netlify has no dry run.
    if (dryRun) context.tell(`would run: netlify ${args.join(" ")}`);
    else await runStep(context, "netlify", args);
  },
};
