import { DESK_OPTIONS, shared } from "../../options/shared-options.ts";
import { defineCommand } from "../command.ts";

export const doctorCommand = defineCommand({
  name: "doctor",
  about: "look for risks: exposure, secrets, erasures, backups, disk, clock, proxy and desk",
  details: `Checks the site in this folder and the database that --db or OCTAVO_DB names, and changes nothing. Each finding comes with its remedy. The command checks the settings that it is given, so run it with the server's options and environment. octavo start and octavo api run a short form of these checks.
The exit code is 1 if something is wrong.`,
  options: shared(
    "config",
    "content",
    "out",
    "db",
    "published",
    "host",
    "trustProxy",
    "origins",
    "writeOrigins",
    "publicUrl",
    ...DESK_OPTIONS,
    "json",
  ),
  notes: [["OCTAVO_BACKUPS=elsewhere", "another tool makes the backups: doctor does not look for backups by octavo db backup"]],
  examples: [
    ["octavo doctor", "the site in this folder"],
    ["octavo doctor --quiet", "print only problems: for cron, every morning"],
    ["octavo doctor --public-url https://ines.example --trust-proxy 127.0.0.1", "with the options of a server behind nginx"],
  ],
  run: async (settings, io) => (await import("../../doctor/run-doctor.ts")).runDoctor(settings, io),
});
