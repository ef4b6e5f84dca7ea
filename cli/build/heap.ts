/** Sets V8's heap flags. They hold for the whole process, so only the program may set them, never a library. */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

const MIB = 1024 * 1024;
/** Room for new objects, both halves together, bytes. With less of it those of 64 requests under way are copied over and over: a sixth of their time. */
const SERVER_ROOM_BYTES = 4 * MIB;
/** V8 would take twice as much, which spares a build no time and costs it 100 MiB at its peak. */
const BUILD_ROOM_BYTES = 32 * MIB;
/** The version of V8 (Node 24) that can count buffers. */
const COUNTING_V8 = 13;
/** Objects of one round, some 200 KiB. */
const ROUND = 2_000;
const ROUNDS_MAX = 400;

/**
 * Keeps the heap of a process that does nothing but serve as small as what it holds. V8 would let the space of new objects grow to 128 MiB, and collect the
 * old ones when they have become several times as many: worth it for a program that computes, of no use to one whose requests are over in a millisecond. Costs
 * no measurable time; call it first.
 */
export function keepHeapSmall(): void {
  settleNewSpace(SERVER_ROOM_BYTES);
  setFlagsFromString("--heap-growing-percent=30");
}

/**
 * Gives new objects the room that suits a build that reads much, and keeps it at that; collects old ones when the heap has grown by half. A build
 * of a few edits is over before the heap is large, and spends a tenth less without.
 */
export function makeRoomForBuild(): void {
  settleNewSpace(BUILD_ROOM_BYTES);
  setFlagsFromString("--heap-growing-percent=50");
}

/**
 * Collects old ones less often, for a process that builds on each save: what a build puts together of a large site is old by its end, and with less room every
 * other save waits while the whole heap is looked through. Spares 15 to 25 % of a save's CPU time at 10,000 posts, and costs 110 to
 * 160 MB there.
 */
export function makeRoomForSaves(): void {
  setFlagsFromString("--heap-growing-percent=150");
}

/**
 * Lets buffers count as part of the heap. By itself V8 looks through the whole heap whenever 64 MiB of buffers have come since it last did; a
 * build reads and writes each document through one, and what it holds grows with the site, so that this grew with its square.
 */
export function countBuffersAsHeap(): void {
  // V8 prints an error about a flag that it does not know, as that of Node 22 would.
  if (Number.parseInt(process.versions.v8, 10) >= COUNTING_V8) setFlagsFromString("--external-memory-accounted-in-global-limit");
}

/** A size can be given on node's own command line alone; but V8 enlarges the space where much survives, each time by its growth factor. */
function settleNewSpace(bytes: number): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  const kept: object[] = [];
  for (let round = 0; round < ROUNDS_MAX && newSpaceBytes() < bytes; round += 1) {
    for (let index = 0; index < ROUND; index += 1) kept.push({ round, index });
  }
  setFlagsFromString("--semi-space-growth-factor=1");
}

function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
