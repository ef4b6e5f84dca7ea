import type { Diagnosis, IncidentFinding } from "../../server/incidents/diagnosis.ts";
import type { Io } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import type { ServerSettings } from "../serve/server-settings.ts";

/** One check of `octavo doctor`: a file in checks/ and a row in doctor-checks.ts. */
export interface DoctorCheck {
  /** One word; the name in `--json`. */
  readonly name: string;
  /** Shown in the help: what the check examines. */
  readonly about: string;
  /** Whether a start runs it too. Left out if the start itself already reports this. */
  readonly atStart?: boolean;
  /** Examines the site and changes nothing. An error that it throws becomes a finding too. */
  run(site: ExaminedSite): Promise<Diagnosis> | Diagnosis;
}

/** A folder whose files visitors can request. */
export interface ServedFolder {
  /** Absolute. */
  readonly path: string;
  /** Its name in messages: `the folder that is served`. */
  readonly about: string;
}

/** The site as seen by the checks. */
export interface ExaminedSite {
  readonly io: Pick<Io, "cwd" | "env" | "now">;
  /** The start itself reports a mistake in the desk's address. */
  readonly settings: ServerSettings & Partial<Settings<"desk" | "deskPath">>;
  /** Absolute; the file may be missing. */
  readonly dbFile: string;
  readonly served: readonly ServedFolder[];
  /** Static folders from which `start` serves no pages, because they contain the project. */
  readonly withheld: readonly IncidentFinding[];
  /** Why the configuration cannot be used; null if it can. */
  readonly configProblem: string | null;
  /** The site's placeholder address; null if it has a real one or none is known. */
  readonly standInUrl: string | null;
  /**
   * The address that visitors use, according to a finished build, unless --public-url is given;
   * null if unknown.
   */
  readonly publicUrl: string | null;
  /** The address that the site states; null if there is none. */
  readonly siteUrl: string | null;
  /**
   * True for `start`, which trusts no proxy unless its owner names one; `api` requires the setting.
   */
  readonly trustNobody: boolean;
  /** A path relative to the user's folder, for messages. */
  show(path: string): string;
}
