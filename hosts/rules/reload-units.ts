import { HOSTS_FOLDER } from "../../contract/static-files.ts";
import type { HostFile } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";

/** A web server that reads its configuration when it is told to. */
export interface ReloadedServer {
  readonly name: "nginx" | "caddy";
  /** The file that its configuration includes, below the folder of its files. */
  readonly file: string;
  /** Ends with an error where the configuration is wrong: then the old one stays. */
  readonly check: string;
}

/** Where the folder that was built is, for files that an owner adapts. */
export function toWebRoot({ baseUrl }: Pick<HostSite, "baseUrl">): string {
  return `/var/www/${new URL(baseUrl).hostname}`;
}

/** Units of systemd that load a server's configuration again whenever a build or an upload has written another one. */
export function reloadUnits(site: Pick<HostSite, "base" | "baseUrl">, { name, file, check }: ReloadedServer): readonly HostFile[] {
  const folder = `${HOSTS_FOLDER}/${name}`;
  const path = [
    `# Copy this file and octavo-reload.service to /etc/systemd/system, set the path, and run: systemctl enable --now octavo-reload.path`,
    "[Unit]",
    `Description=Another configuration of Octavo for ${name}`,
    "",
    "[Path]",
    "# A line for each site of this machine.",
    `PathChanged=${toWebRoot(site)}${site.base}/${folder}/${file}`,
    "",
    "[Install]",
    "WantedBy=multi-user.target",
  ];
  const service = [
    "[Unit]",
    `Description=Load the configuration of ${name} anew`,
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
