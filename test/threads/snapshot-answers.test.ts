import { it } from "vitest";
import { proveSnapshotAnswers } from "./prove-snapshot.ts";

it("a snapshot answers 500 random queries as the server does, each with at most 36 reads", { timeout: 240_000 }, () =>
  proveSnapshotAnswers(500),
);
