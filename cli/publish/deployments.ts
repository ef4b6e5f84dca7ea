import { cloudflareDeployment } from "./deploy-cloudflare.ts";
import { gitDeployment } from "./deploy-git.ts";
import { netlifyDeployment } from "./deploy-netlify.ts";
import { rsyncDeployment } from "./deploy-rsync.ts";
import type { Deployments } from "./deployment.ts";

/** One file each; contract/config/publish-target.ts defines how targets are written. */
export const DEPLOYMENTS: Deployments = {
  cloudflare: cloudflareDeployment,
  netlify: netlifyDeployment,
  rsync: rsyncDeployment,
  git: gitDeployment,
};
