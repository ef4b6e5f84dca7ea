import { it } from "vitest";
import { proveSnapshotAnswers } from "../threads/prove-snapshot.ts";

it("a snapshot answers thousands of random queries like the server", { timeout: 600_000 }, () => proveSnapshotAnswers(5_000));
