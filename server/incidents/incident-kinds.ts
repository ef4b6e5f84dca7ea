import type { IncidentKind } from "./incident.ts";
import { backupsIncident } from "./kinds/backups-incident.ts";
import { capsIncident } from "./kinds/caps-incident.ts";
import { channelsIncident } from "./kinds/channels-incident.ts";
import { diskIncident } from "./kinds/disk-incident.ts";
import { figuresIncident } from "./kinds/figures-incident.ts";
import { logIncident } from "./kinds/log-incident.ts";
import { rescuedIncident } from "./kinds/rescued-incident.ts";
import { rowsIncident } from "./kinds/rows-incident.ts";
import { writesIncident } from "./kinds/writes-incident.ts";

/** All kinds, most urgent first. Notices, /readyz, /metrics and `octavo doctor` use this list. */
export const INCIDENT_KINDS: readonly IncidentKind[] = [
  writesIncident,
  rescuedIncident,
  diskIncident,
  backupsIncident,
  channelsIncident,
  logIncident,
  capsIncident,
  rowsIncident,
  figuresIncident,
];
