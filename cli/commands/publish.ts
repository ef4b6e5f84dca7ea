import { PUBLISH_TARGETS } from "../../contract/config/publish-target.ts";
import { flag, freeText, ONCE } from "../options/readers.ts";
import { DESK_OPTIONS, HOST_FILE_OPTIONS, shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const publishCommand = defineCommand({
  name: "publish",
  about: "check and build the site, upload it with your host's tool, print its address",
  details: `Builds into dist with the files that the host needs, and uploads them with the host's tool, from the project or PATH; it never installs one. It refuses to run if the tool or its login is missing, if the content has mistakes, or if the site's address is a placeholder. The target is publish: { to } in octavo.config.ts. After an upload, it runs publish: { after }
with a file that lists the addresses changed since the last upload. Exit code 2: no target is given.`,
  options: {
    to: freeText("target", "where to publish (default: the configuration's publish.to)", ONCE),
    dryRun: flag("build and check everything, and let the tool list the files to upload", ONCE),
    ...shared("config", "content", "out", "publicUrl", "origins"),
    ...HOST_FILE_OPTIONS,
    ...shared("server", ...DESK_OPTIONS, "strict", "all"),
  },
  notes: Object.values(PUBLISH_TARGETS).map(({ shown, about }) => [shown, about] as const),
  examples: [
    ["octavo publish", "to the target of octavo.config.ts"],
    ["octavo publish --to cloudflare --dry-run", "show the files that would be uploaded"],
    ["octavo publish --to rsync:you@ines.example:/srv/ines.example", "to a folder of your machine"],
    ["octavo publish --to git:origin/gh-pages", "to a branch for GitHub Pages"],
  ],
  run: async (settings, io) => (await import("../publish/publish-site.ts")).publishSite(settings, io),
});
