import { toMinuteIn } from "../../server/days.ts";
import { accessRevocation, deskInvitation, type OwnerAccess, showAccess } from "../../server/owner/access/access-operations.ts";
import { showSite } from "../../server/owner/show-site.ts";
import { plural } from "../build/result-text.ts";
import { EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { withOwner } from "../serve/owner-access.ts";
import { renderTable } from "../text/display.ts";
import { widthOfOutput, writeJson } from "../text/output.ts";
import { toIso } from "../text/times.ts";

const ALL = "all";

/** `octavo desk invite`. */
export function inviteToDesk(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const { url, code, expiresAt } = await owner(deskInvitation, {});
    if (settings.json) writeJson(io, { url, code, expiresAt: toIso(expiresAt) });
    else io.stdout.write(code === null ? `${url}\n` : `${url}\ncode: ${code.slice(0, 4)}-${code.slice(4)}\n`);
    if (!settings.quiet && !settings.json)
      io.stderr.write("the link signs in one browser, once, within ten minutes. Add a passkey there\n");
  });
}

/** `octavo desk access`. */
export function listDeskAccess(settings: DataPlace & Settings<"json" | "quiet">, io: Io): Promise<void> {
  return withOwner(settings, io, async (owner) => {
    const found = await owner(showAccess, {});
    if (settings.json) writeJson(io, toJson(found));
    else {
      const { timeZone } = await owner(showSite, {});
      const rows = toRows(found, (ms) => toMinuteIn(ms, timeZone));
      if (rows.length > 0) io.stdout.write(renderTable(COLUMNS, rows, widthOfOutput(io)));
      if (!settings.quiet) io.stderr.write(`${plural(found.browsers.length, "browser")}, ${plural(found.passkeys.length, "passkey")}\n`);
    }
  });
}

const COLUMNS = [
  { title: "ID" },
  { title: "KIND" },
  { title: "NAME", flexible: true },
  { title: "SINCE" },
  { title: "LAST USED" },
] as const;

function toRows({ browsers, passkeys }: OwnerAccess, show: (ms: number) => string): string[][] {
  return [
    ...browsers.map(({ id, name, way, createdAt, usedAt }) => [id, "browser", `${name}, by ${way}`, show(createdAt), show(usedAt)]),
    ...passkeys.map(({ id, name, createdAt, usedAt }) => [id, "passkey", name, show(createdAt), usedAt === null ? "never" : show(usedAt)]),
  ];
}

function toJson({ browsers, passkeys }: OwnerAccess): object {
  return {
    browsers: browsers.map(({ id, name, way, createdAt, usedAt, expiresAt }) => ({
      ...{ id, name, way },
      ...{ createdAt: toIso(createdAt), usedAt: toIso(usedAt), expiresAt: toIso(expiresAt) },
    })),
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      ...{ id, name },
      ...{ createdAt: toIso(createdAt), usedAt: usedAt === null ? null : toIso(usedAt) },
    })),
  };
}

/** `octavo desk revoke <id>…`; `all` means every browser. An unknown id does not stop the others. */
export function revokeDeskAccess(settings: DataPlace & Settings<"quiet">, io: Io, words: readonly string[]): Promise<number> {
  return withOwner(settings, io, async (owner) => {
    const browsers = words.includes(ALL) ? (await owner(showAccess, {})).browsers.map(({ id }) => id) : [];
    const ids = new Set([...browsers, ...words.filter((word) => word !== ALL)]);
    let missing = false;
    for (const id of ids) {
      const { kind } = await owner(accessRevocation, { id });
      if (kind !== "unknown" && !settings.quiet)
        io.stdout.write(kind === "browser" ? `browser ${id} is signed out\n` : `passkey ${id} is removed\n`);
      if (kind !== "unknown") continue;
      missing = true;
      io.stderr.write(`octavo: there is no browser and no passkey ${id.slice(0, 12)}\nhint: octavo desk access lists them\n`);
    }
    if (words.includes(ALL) && !settings.quiet) io.stdout.write(`${plural(browsers.length, "browser")} signed out\n`);
    return missing ? EXIT_FAILED : EXIT_OK;
  });
}
