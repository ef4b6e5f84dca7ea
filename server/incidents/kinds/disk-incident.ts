import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { diagnose, skipped } from "../diagnosis.ts";
import type { Incident, IncidentKind, WatchedFiles } from "../incident.ts";

const MIB = 1024 * 1024;
/** Room for a day of comments, builds and logs, in MiB. */
const ROOM_MIN_MIB = 100;
/** The owner is warned below this share of free space, with time to act. */
const FREE_SHARE_MIN = 0.1;

/** Whether the disks of the database, the other folders and the backups have room. */
export const diskIncident: IncidentKind = {
  name: "disk",
  about: "whether the disks of the database, the served files and the backups have room",
  needs: "files",
  examine({ files }) {
    if (files === null) return skipped("no folder is known");
    const rooms = new Map<string, Room>();
    const { backups } = files;
    const copies = backups.kind === "own" ? [backups.folder] : [];
    for (const folder of [dirname(files.dbFile), ...files.folders, ...copies].map(nearestExisting)) {
      const room = readRoom(folder);
      if (!rooms.has(room.disk)) rooms.set(room.disk, room);
    }
    const all = [...rooms.values()];
    const findings = all.flatMap((room) => findShortage(room, files) ?? []);
    return diagnose(findings, `${Math.floor(Math.min(...all.map(({ freeBytes }) => freeBytes)) / MIB)} MiB are free`);
  },
};

interface Room {
  readonly folder: string;
  /** Identifies the disk. */
  readonly disk: string;
  readonly bytes: number;
  readonly freeBytes: number;
  /** null if the file system has no limit. */
  readonly freeFiles: number | null;
}

function readRoom(folder: string): Room {
  const { bavail, bfree, blocks, bsize, files, ffree } = statfsSync(folder);
  // Blocks that only root may use do not count, as in `df`.
  const bytes = (blocks - bfree + bavail) * bsize;
  return { folder, disk: String(statSync(folder).dev), bytes, freeBytes: bavail * bsize, freeFiles: files === 0 ? null : ffree };
}

/**
 * An erasure and a restore write a second copy of the whole database beside it, and a backup writes
 * one into its folder.
 */
function findShortage(room: Room, { dbFile, backups, show }: WatchedFiles): Incident | null {
  const { folder, disk } = room;
  const holdsDatabase = folder === nearestExisting(dirname(dbFile));
  const holdsBackups = backups.kind === "own" && folder === nearestExisting(backups.folder);
  const copies = holdsDatabase ? 2 : holdsBackups ? 1 : 0;
  const database = copies > 0 && existsSync(dbFile) ? statSync(dbFile).size : 0;
  const wanted = Math.max(ROOM_MIN_MIB, Math.ceil((copies * database) / MIB));
  const text = describeShortage(room, wanted);
  if (text === null) return null;
  const which = holdsDatabase ? "the database's disk" : "a disk of the served files or the backups";
  return {
    key: disk,
    message: `the disk of ${show(folder)} ${text}`,
    publicMessage: `${which} ${text}`,
    remedy: "make room: delete old backups and logs, or move them to another disk",
  };
}

/** @param wanted free space that octavo needs to write safely, in MiB */
export function describeShortage(
  { bytes, freeBytes, freeFiles }: Pick<Room, "bytes" | "freeBytes" | "freeFiles">,
  wanted: number,
): string | null {
  const free = Math.floor(freeBytes / MIB);
  if (free < wanted) return `has ${free} MiB left; octavo needs ${wanted} MiB to write safely`;
  if (freeBytes < FREE_SHARE_MIN * bytes) return `has ${free} MiB left, which is under ${100 * FREE_SHARE_MIN}% of it`;
  return freeFiles === 0 ? "can hold no more files (it has no free inodes)" : null;
}

/**
 * The first start creates missing folders, on the disk of the nearest existing folder above them.
 */
function nearestExisting(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestExisting(dirname(folder));
}
