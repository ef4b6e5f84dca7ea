import { describe } from "vitest";
import { describeStore } from "../contract/store-contract.ts";
import { createTestStore } from "../helpers.ts";

describe("the store over SQLite", () => describeStore(createTestStore));
