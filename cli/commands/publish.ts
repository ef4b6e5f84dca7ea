import { PUBLISH_TARGETS } from "../../contract/config/publish-target.ts";
import { flag, freeText, ONCE } from "../options/readers.ts";
import { DESK_OPTIONS, HOST_FILE_OPTIONS, shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const publishCommand = defineCommand({
  name: "publish",
  about: "check and build the site, upload it with your host's tool, and print its address",
  details: `Builds the site into dist with the files that the host needs, and uploads dist with the host's tool, found in the project or on PATH; the command never installs a tool. It refuses to run if the tool or its login is missing, if the content has mistakes, or if the site's address is a placeholder. The target is --to, or publish: { to } in octavo.config.ts. After an upload, the command runs publish: { after }
with a file that lists the addresses changed since the last upload. The exit code is 2 if no target is given.`,
  options: {
    to: freeText("target", "where to publish (default: the configuration's publish.to)", ONCE),
    dryRun: flag("build and check everything, and let the host's tool list the files to upload", ONCE),
    ...shared("config", "content", "out", "publicUrl", "origins"),
    ...HOST_FILE_OPTIONS,
    ...shared("server", ...DESK_OPTIONS, "strict", "all"),
  },
  notes: Object.values(PUBLISH_TARGETS).map(({ shown, about }) => [shown, about] as const),
  examples: [
    ["octavo publish", "to the target in octavo.config.ts"],
    ["octavo publish --to cloudflare --dry-run", "show the files that would be uploaded"],
    ["octavo publish --to rsync:you@ines.example:/srv/ines.example", "to a folder on your server"],
    ["octavo publish --to git:origin/gh-pages", "to a branch for GitHub Pages"],
  ],
  run: async (settings, io) => (await import("../publish/publish-site.ts")).publishSite(settings, io),
});
