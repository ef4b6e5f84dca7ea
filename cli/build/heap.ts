/**
 * Sets V8's heap flags. They apply to the whole process, so only the program may set them, never a
 * library.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const MIB = 1024 * 1024;
/**
 * Space for new objects, counting both halves, in bytes. With less, the objects of 64 concurrent
 * requests are copied repeatedly, which costs a sixth of their time.
 */
const SERVER_ROOM_BYTES = 4 * MIB;
/** V8 would use twice as much, which makes a build no faster and adds 100 MiB to its peak. */
const BUILD_ROOM_BYTES = 32 * MIB;
/** The first version of V8 (in Node 24) that can count buffers. */
const COUNTING_V8 = 13;
/** Objects of one round, about 200 KiB. */
const ROUND = 2_000;
const ROUNDS_MAX = 400;

/**
 * Keeps a server's heap as small as its content. V8 would let the space of new objects grow to 128
 * MiB, and collect old objects only after they have multiplied. That helps a program that computes,
 * but not one whose requests take a millisecond. The limit costs no measurable time. Call this
 * first.
 */
export function keepHeapSmall(): void {
  settleNewSpace(SERVER_ROOM_BYTES);
  setFlagsFromString("--heap-growing-percent=30");
}

/**
 * Sets the space for new objects to a size that suits a build that reads many files. Old objects
 * are collected when the heap has grown by half. A build of a few edits ends before the heap is
 * large, and is a tenth faster without this.
 */
export function makeRoomForBuild(): void {
  settleNewSpace(BUILD_ROOM_BYTES);
  setFlagsFromString("--heap-growing-percent=50");
}

/**
 * Collects old objects less often, for a process that builds on each save. A large site's data is
 * old by the end of a build, and with less space, every other save would wait for a full
 * collection. Saves 15 to 25% of a save's CPU time at 10,000 posts, and costs 110 to 160 MB there.
 */
export function makeRoomForSaves(): void {
  setFlagsFromString("--heap-growing-percent=150");
}

/**
 * Counts buffers as part of the heap. Otherwise V8 scans the whole heap after every 64 MiB of new
 * buffers. A build reads and writes each document through a buffer, and its heap grows with the
 * site, so the cost would grow quadratically.
 */
export function countBuffersAsHeap(): void {
  // V8 prints an error about unknown flags, and Node 22 does not have this one.
  if (Number.parseInt(process.versions.v8, 10) >= COUNTING_V8) setFlagsFromString("--external-memory-accounted-in-global-limit");
}

/**
 * The size can only be set on Node's command line. But V8 enlarges the space when many objects
 * survive, each time by its growth factor.
 */
function settleNewSpace(bytes: number): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  const retained: object[] = [];
  for (let round = 0; round < ROUNDS_MAX && newSpaceBytes() < bytes; round += 1) {
    for (let index = 0; index < ROUND; index += 1) retained.push({ round, index });
  }
  setFlagsFromString("--semi-space-growth-factor=1");
}

function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
