import { describe } from "vitest";
import { describeStore } from "../contract/store-contract.ts";
import { createTestStore } from "../file-store.ts";

describe("the store over SQLite", () => describeStore(createTestStore));
