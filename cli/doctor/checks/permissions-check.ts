import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { diagnose, type IncidentFinding, skipped } from "../../../server/incidents/diagnosis.ts";
import { SECRETS_FILE } from "../../../server/secrets/secrets-file.ts";
import { toShellWord } from "../../../server/text/shell-word.ts";
import type { DoctorCheck } from "../doctor-check.ts";
import { KEY_FILES, privateFilesOf } from "../private-files.ts";

/** Bits of a file mode. */
const GROUP_AND_OTHERS = 0o077;
const OTHERS_READ_OR_WRITE = 0o006;
const OTHERS_ENTER = 0o001;

/** Whether other users of this machine can read private files. */
export const permissionsCheck: DoctorCheck = {
  name: "permissions",
  about: "who else on this machine can read the database, the secrets and the backups",
  atStart: true,
  run({ dbFile, show }) {
    if (process.platform === "win32")
      return skipped("Windows keeps permissions elsewhere: make the data folder readable only by the server's user");
    // The secrets check reads that file, and refuses it if others can read it.
    const files = privateFilesOf(dbFile).filter((file) => basename(file) !== SECRETS_FILE);
    if (files.length === 0) return skipped("there is no database yet");
    const findings = files.flatMap((file) => findOpenFile(file, show));
    return diagnose(findings, "only the server's user can read the database, the secrets and the known backups");
  },
};

function findOpenFile(file: string, show: (path: string) => string): IncidentFinding[] {
  const { mode } = statSync(file);
  const holdsKeys = KEY_FILES.includes(basename(file));
  // An owner may share a database with a group; keys are for one user only.
  const isOpen = holdsKeys ? (mode & GROUP_AND_OTHERS) !== 0 : (mode & OTHERS_READ_OR_WRITE) !== 0 && isEnterable(dirname(file));
  if (!isOpen) return [];
  const octal = (mode & 0o777).toString(8).padStart(4, "0");
  return [
    { message: `${show(file)} can be read by other users of this machine (mode ${octal})`, remedy: `chmod 600 ${toShellWord(show(file))}` },
  ];
}

function isEnterable(folder: string): boolean {
  return (statSync(folder).mode & OTHERS_ENTER) !== 0;
}
