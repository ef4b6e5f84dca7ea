import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type DoctorCheck, type DoctorFinding, diagnose, type ExaminedSite } from "../doctor-check.ts";

const MIB = 1024 * 1024;
/** Room for a day of comments, builds and logs, MiB. */
const ROOM_MIN_MIB = 100;

/** Whether there is room to write. */
export const diskCheck: DoctorCheck = {
  name: "disk",
  about: "whether the disks of the database and of the served files have room",
  atStart: true,
  run(site) {
    const folders = [dirname(site.dbFile), site.io.cwd, ...site.served.map(({ path }) => path)].map(nearestExisting);
    const rooms = new Map<string, Room>();
    for (const folder of folders) {
      const room = readRoom(folder);
      if (!rooms.has(room.disk)) rooms.set(room.disk, room);
    }
    const findings = [...rooms.values()].flatMap((room) => findShortage(room, site));
    const least = Math.min(...[...rooms.values()].map(({ freeBytes }) => freeBytes));
    return diagnose(findings, `${Math.floor(least / MIB)} MiB are free`);
  },
};

interface Room {
  readonly folder: string;
  /** Tells disks apart. */
  readonly disk: string;
  readonly freeBytes: number;
  /** null: the file system has no limit. */
  readonly freeFiles: number | null;
}

function readRoom(folder: string): Room {
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  return { folder, disk: String(statSync(folder).dev), freeBytes: bavail * bsize, freeFiles: files === 0 ? null : ffree };
}

/** An erasure and a restore write the whole database again, beside it. */
function findShortage({ folder, freeBytes, freeFiles }: Room, { dbFile, show }: ExaminedSite): DoctorFinding[] {
  const holdsDatabase = folder === nearestExisting(dirname(dbFile));
  const database = holdsDatabase && existsSync(dbFile) ? statSync(dbFile).size : 0;
  const wanted = Math.max(ROOM_MIN_MIB, Math.ceil((2 * database) / MIB));
  const free = Math.floor(freeBytes / MIB);
  const remedy = "make room: delete old backups and logs, or move them to another disk";
  if (free < wanted)
    return [{ message: `the disk of ${show(folder)} has ${free} MiB left; octavo needs ${wanted} MiB to write safely`, remedy }];
  return freeFiles === 0 ? [{ message: `the disk of ${show(folder)} can hold no more files (it has no free inodes)`, remedy }] : [];
}

/** A folder that a first start will make stands on the disk of the one above. */
function nearestExisting(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestExisting(dirname(folder));
}
