import { it } from "vitest";
import { proveHalf } from "./prove-half.ts";

it("builds in a process each give the bytes of clean ones, after hundreds of edits", { timeout: 7_200_000 }, () => proveHalf(0));
