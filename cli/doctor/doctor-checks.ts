import { clockCheck } from "./checks/clock-check.ts";
import { configurationCheck } from "./checks/configuration-check.ts";
import { databaseCheck } from "./checks/database-check.ts";
import { deskCheck } from "./checks/desk-check.ts";
import { erasuresCheck } from "./checks/erasures-check.ts";
import { exposureCheck } from "./checks/exposure-check.ts";
import { keysCheck } from "./checks/keys-check.ts";
import { metricsCheck } from "./checks/metrics-check.ts";
import { noticesCheck } from "./checks/notices-check.ts";
import { permissionsCheck } from "./checks/permissions-check.ts";
import { proxyCheck } from "./checks/proxy-check.ts";
import { repositoryCheck } from "./checks/repository-check.ts";
import { secretsCheck } from "./checks/secrets-check.ts";
import type { DoctorCheck } from "./doctor-check.ts";
import { INCIDENT_CHECKS } from "./incident-checks.ts";

/** All checks, in the order in which they are shown. */
export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  configurationCheck,
  exposureCheck,
  permissionsCheck,
  repositoryCheck,
  secretsCheck,
  databaseCheck,
  erasuresCheck,
  ...INCIDENT_CHECKS,
  noticesCheck,
  clockCheck,
  proxyCheck,
  deskCheck,
  keysCheck,
  metricsCheck,
];
