import type { IncidentKind } from "./incident.ts";
import { capsIncident } from "./kinds/caps-incident.ts";
import { channelsIncident } from "./kinds/channels-incident.ts";
import { figuresIncident } from "./kinds/figures-incident.ts";
import { logIncident } from "./kinds/log-incident.ts";
import { rowsIncident } from "./kinds/rows-incident.ts";
import { writesIncident } from "./kinds/writes-incident.ts";

/** The kinds that need no files, most urgent first: all that an engine without files can have. */
export const SERVER_INCIDENT_KINDS: readonly IncidentKind[] = [
  writesIncident,
  channelsIncident,
  logIncident,
  capsIncident,
  rowsIncident,
  figuresIncident,
];
