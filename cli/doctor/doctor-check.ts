import type { Diagnosis, TroubleFinding } from "../../server/troubles/diagnosis.ts";
import type { Io } from "../io.ts";
import type { ServerSettings } from "../serve/server-settings.ts";

/** One check of `octavo doctor`: a file in checks/ and a row in doctor-checks.ts. */
export interface DoctorCheck {
  /** One word; the name in `--json`. */
  readonly name: string;
  /** For the help: what it looks at. */
  readonly about: string;
  /** False: a start checks this in its own words already. */
  readonly atStart: boolean;
  /** Examines the site and changes nothing. An error that it throws is a finding too. */
  run(site: ExaminedSite): Promise<Diagnosis> | Diagnosis;
}

/** A folder whose files visitors can ask for. */
export interface ServedFolder {
  /** Absolute. */
  readonly path: string;
  /** Its name in messages: `the folder that is served`. */
  readonly about: string;
}

/** The site as the checks see it. */
export interface ExaminedSite {
  readonly io: Pick<Io, "cwd" | "env" | "now">;
  readonly settings: ServerSettings;
  /** Absolute; it need not exist. */
  readonly dbFile: string;
  readonly served: readonly ServedFolder[];
  /** Static folders from which `start` serves no pages, because they hold the project. */
  readonly withheld: readonly TroubleFinding[];
  /** Why the configuration cannot be used; null: it can. */
  readonly configProblem: string | null;
  /** The site's address where it is a stand-in; null: it is none, or not known. */
  readonly standInUrl: string | null;
  /** The address that visitors use, where a finished build says it and no --public-url does; null: none is known. */
  readonly publicUrl: string | null;
  /** The address that the site says it has; null: it says none. */
  readonly siteUrl: string | null;
  /** For `start`, which trusts no proxy unless its owner names one; `api` refuses to guess. */
  readonly trustNobody: boolean;
  /** A path as its user knows it. */
  show(path: string): string;
}
