import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { diagnose, type IncidentFinding, skipped } from "../../../server/incidents/diagnosis.ts";
import { examineGit, exposureText, type GitExamination } from "../../git/git-exposure.ts";
import type { DoctorCheck } from "../doctor-check.ts";
import { privateFilesOf } from "../private-files.ts";

/** Whether git would commit private files. */
export const repositoryCheck: DoctorCheck = {
  name: "repository",
  about: "whether git would commit the database or the secrets",
  run({ dbFile, show }) {
    if (!existsSync(dbFile)) return skipped("there is no database yet");
    const examined = examineAll(privateFilesOf(dbFile));
    const problems = new Map(examined.flatMap(({ problem }): [string, IncidentFinding][] => (problem ? [[problem.message, problem]] : [])));
    const exposed = examined.filter(({ exposure }) => exposure === "exposed").map(({ file }) => file);
    const findings = exposed.map((file) => ({
      message: exposureText(show(file)).split(". ")[0] ?? "",
      remedy: `add it to .gitignore; if it is already committed, run git rm --cached ${show(file)}, and replace the keys: octavo secrets rotate --all`,
    }));
    return diagnose([...problems.values(), ...findings], "git would add none of the private files");
  },
};

/** Asks git only once in a folder where it does not answer, because each call may take seconds. */
function examineAll(files: readonly string[]): (GitExamination & { readonly file: string })[] {
  const silent = new Map<string, GitExamination>();
  return files.map((file) => {
    const folder = dirname(file);
    const examination = silent.get(folder) ?? examineGit(file);
    if (examination.problem !== null) silent.set(folder, examination);
    return { file, ...examination };
  });
}
