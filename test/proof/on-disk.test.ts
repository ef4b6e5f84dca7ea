import { it } from "vitest";
import { proveHalf } from "./prove-half.ts";

it("builds in separate processes give the bytes of clean builds after hundreds of edits", { timeout: 7_200_000 }, () => proveHalf(0));
