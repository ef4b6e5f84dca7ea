import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import type { HostFile } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";

/** A web server that reloads its configuration on command. */
export interface ReloadedServer {
  readonly name: "nginx" | "caddy";
  /** The included file of its configuration, relative to the folder of its files. */
  readonly file: string;
  /** Fails if the configuration is wrong; the old one then stays in use. */
  readonly check: string;
}

/** Path of the built folder, for files that an owner adapts. */
export function toWebRoot({ baseUrl }: Pick<HostSite, "baseUrl">): string {
  return `/var/www/${new URL(baseUrl).hostname}`;
}

/**
 * systemd units that reload a server's configuration whenever a build or an upload has changed it.
 */
export function reloadUnits(site: Pick<HostSite, "base" | "baseUrl">, { name, file, check }: ReloadedServer): readonly HostFile[] {
  const folder = `${HOSTS_FOLDER}/${name}`;
  const path = [
    `# Copy this file and octavo-reload.service to /etc/systemd/system, set the path, and run: systemctl enable --now octavo-reload.path`,
    "[Unit]",
    `Description=Changed Octavo configuration for ${name}`,
    "",
    "[Path]",
    "# One line for each site on this machine.",
    `PathChanged=${toWebRoot(site)}${site.base}/${folder}/${file}`,
    "",
    "[Install]",
    "WantedBy=multi-user.target",
  ];
  const service = [
    "[Unit]",
    `Description=Reload the configuration of ${name}`,
    "",
    "[Service]",
    "Type=oneshot",
    `ExecStartPre=${check}`,
    `ExecStart=/usr/bin/systemctl reload ${name}`,
  ];
  return [
    { path: `${folder}/octavo-reload.path`, content: `${path.join("\n")}\n` },
    { path: `${folder}/octavo-reload.service`, content: `${service.join("\n")}\n` },
  ];
}
