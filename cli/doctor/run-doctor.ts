import { resolve } from "node:path";
import { Diagnostics } from "../../build/shared/diagnostics.ts";
import type { IncidentFinding } from "../../server/incidents/diagnosis.ts";
import { openWorkspace, type Workspace } from "../build/builder.ts";
import { isAddress } from "../build/published-place.ts";
import { readDescribedSite } from "../importing/described-site.ts";
import { EXIT_FAILED, EXIT_OK, type Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { reportWithheldFolders } from "../pages/withheld-folders.ts";
import { findDatabase, type ServerSettings } from "../serve/server-settings.ts";
import { writeJson } from "../text/output.ts";
import { shortenPath } from "../text/shown-paths.ts";
import type { ExaminedSite, ServedFolder } from "./doctor-check.ts";
import { DOCTOR_CHECKS } from "./doctor-checks.ts";
import { renderExaminations, toDoctorJson } from "./doctor-text.ts";
import { examineSite, findingsOf } from "./examine-site.ts";

type DoctorSettings = ServerSettings & Settings<"desk" | "deskPath" | "config" | "content" | "out" | "db" | "published" | "json" | "quiet">;

/** `octavo doctor`: shows every check, including the ones without findings. */
export async function runDoctor(settings: DoctorSettings, io: Io): Promise<number> {
  const parts = await readServedFolders(settings, io);
  const site = toExaminedSite(settings, io, { ...parts, trustNobody: false });
  const examinations = await examineSite(site, DOCTOR_CHECKS);
  const isWell = findingsOf(examinations).length === 0;
  if (settings.json) writeJson(io, toDoctorJson(examinations));
  else if (!settings.quiet || !isWell) io.stdout.write(renderExaminations(examinations));
  return isWell ? EXIT_OK : EXIT_FAILED;
}

const UNKNOWN = { withheld: [], configProblem: null, publicUrl: null, siteUrl: null, standInUrl: null } as const;

/** Facts about the site. A command that knows none of the optional ones leaves them out. */
export type ExaminedParts = Pick<ExaminedSite, "served" | "trustNobody"> & Partial<Pick<ExaminedSite, keyof typeof UNKNOWN>>;

export function toExaminedSite(
  settings: ExaminedSite["settings"] & Settings<"db">,
  io: Pick<Io, "cwd" | "env" | "now">,
  parts: ExaminedParts,
): ExaminedSite {
  return { io, settings, dbFile: findDatabase(settings, io), show: (path) => shortenPath(path, io.cwd), ...UNKNOWN, ...parts };
}

/** An unreadable configuration must not prevent the other checks. */
async function readServedFolders(settings: DoctorSettings, io: Io): Promise<Omit<ExaminedParts, "trustNobody">> {
  const { published } = settings;
  const named: ServedFolder[] =
    published === null || isAddress(published) ? [] : [{ path: resolve(io.cwd, published), about: "the --published folder" }];
  try {
    const workspace = await openWorkspace(settings, io);
    const { outDir, diagnostics } = workspace;
    const described = await readDescribedSite(workspace.contentDir, workspace.config);
    return {
      served: [{ path: outDir, about: "the folder that octavo build writes" }, ...named],
      withheld: await findWithheld(workspace, settings, io),
      configProblem: diagnostics.errorCount === 0 ? null : "the configuration has errors",
      siteUrl: described.url,
      standInUrl: described.standInUrl,
    };
  } catch (error) {
    const configProblem = error instanceof Error ? error.message : String(error);
    return { served: named, configProblem };
  }
}

/** Finds the withheld folders that `start` and `check` also warn about. */
async function findWithheld(workspace: Workspace, settings: Settings<"db">, io: Io): Promise<readonly IncidentFinding[]> {
  const diagnostics = new Diagnostics();
  await reportWithheldFolders(workspace, settings, io, diagnostics);
  return diagnostics.all().map(({ message, hint = "" }) => ({ message, remedy: hint }));
}
