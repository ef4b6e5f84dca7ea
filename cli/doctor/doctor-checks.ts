import { backupsCheck } from "./checks/backups-check.ts";
import { clockCheck } from "./checks/clock-check.ts";
import { configurationCheck } from "./checks/configuration-check.ts";
import { databaseCheck } from "./checks/database-check.ts";
import { diskCheck } from "./checks/disk-check.ts";
import { erasuresCheck } from "./checks/erasures-check.ts";
import { exposureCheck } from "./checks/exposure-check.ts";
import { noticesCheck } from "./checks/notices-check.ts";
import { permissionsCheck } from "./checks/permissions-check.ts";
import { proxyCheck } from "./checks/proxy-check.ts";
import { repositoryCheck } from "./checks/repository-check.ts";
import { rescuedCheck } from "./checks/rescued-check.ts";
import { secretsCheck } from "./checks/secrets-check.ts";
import type { DoctorCheck } from "./doctor-check.ts";

/** All checks, in the order in which they are shown. */
export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  configurationCheck,
  exposureCheck,
  permissionsCheck,
  repositoryCheck,
  secretsCheck,
  databaseCheck,
  erasuresCheck,
  rescuedCheck,
  backupsCheck,
  noticesCheck,
  diskCheck,
  clockCheck,
  proxyCheck,
];
