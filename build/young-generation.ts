import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Room for new objects, bytes: both halves together. V8 would take twice as much, which spares a build no time and costs it 100 MiB at its peak. */
const ROOM_BYTES = 32 * 1024 * 1024;
/** Objects of one round, some 200 KiB. */
const ROUND = 2_000;
const ROUNDS_MAX = 400;

/**
 * Gives new objects the room that suits a build that reads much, and keeps it at that. A size can be given on node's command line alone; but V8 enlarges the space where
 * much survives, each time by its growth factor.
 */
export function settleYoungGeneration(): void {
  const kept: object[] = [];
  for (let round = 0; round < ROUNDS_MAX && roomBytes() < ROOM_BYTES; round += 1) {
    for (let index = 0; index < ROUND; index += 1) kept.push({ round, index });
  }
  setFlagsFromString("--semi-space-growth-factor=1");
}

function roomBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
}
