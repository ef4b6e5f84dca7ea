import { it } from "vitest";
import { proveSnapshotAnswers } from "../threads/prove-snapshot.ts";

it("a snapshot answers thousands of random queries as the server does", { timeout: 600_000 }, () => proveSnapshotAnswers(5_000));
