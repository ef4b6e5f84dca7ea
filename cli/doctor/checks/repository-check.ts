import { existsSync } from "node:fs";
import { exposureText, findGitExposure } from "../../git/git-exposure.ts";
import { type DoctorCheck, diagnose, skipped } from "../doctor-check.ts";
import { privateFilesOf } from "../private-files.ts";

/** Whether git would commit what is private. */
export const repositoryCheck: DoctorCheck = {
  name: "repository",
  about: "whether git would commit the database or the secrets",
  atStart: false,
  run({ dbFile, show }) {
    if (!existsSync(dbFile)) return skipped("there is no database yet");
    const exposed = privateFilesOf(dbFile).filter((file) => findGitExposure(file) === "exposed");
    const findings = exposed.map((file) => ({
      message: exposureText(show(file)).split(". ")[0] ?? "",
      remedy: `add it to .gitignore; if it is committed already: git rm --cached ${show(file)}, and replace the keys: octavo secrets rotate --all`,
    }));
    return diagnose(findings, "git takes none of the private files");
  },
};
