import { z } from "zod";
import { PROBLEM_TYPES } from "../problem-types.ts";
import { PROBLEM_ITEM_CODES, type ProblemCode } from "../problems.ts";
import { AbsoluteUrl } from "./values.ts";

// Object.keys loses the literal types of the keys.
const CODES = Object.keys(PROBLEM_TYPES) as [ProblemCode, ...ProblemCode[]];

const ProblemCodeSchema = z.enum(CODES).meta({ id: "ProblemCode", description: "Stable name of the problem type" });
export const ProblemItemCodeSchema = z.enum(PROBLEM_ITEM_CODES).meta({ id: "ProblemItemCode", description: "Why a value is wrong" });

const PLACES = ["pointer", "parameter", "header"] as const;

export const ProblemItemSchema = z
  .strictObject({
    pointer: z.string().optional().meta({ description: "JSON pointer into the body (RFC 6901)", example: "/authorName" }),
    parameter: z.string().optional().meta({ description: "Query parameter", example: "pageSize" }),
    header: z.string().optional().meta({ description: "Request header", example: "Idempotency-Key" }),
    code: ProblemItemCodeSchema.meta({ description: "Why the value is wrong" }),
    detail: z.string().meta({ description: "Description of the expected value" }),
  })
  .refine((item) => PLACES.filter((place) => item[place] !== undefined).length === 1, "needs exactly one of pointer, parameter and header")
  .meta({
    id: "ProblemItem",
    description: "One wrong value, with exactly one of `pointer`, `parameter` and `header`",
  });

/** The body of every response that is not a success (RFC 9457). */
export const ProblemSchema = z
  .strictObject({
    type: AbsoluteUrl.meta({
      description: "Address of the problem type's text",
      example: "https://ines.example/api/v1/problems/not-found",
    }),
    title: z.string().meta({ description: "Title of the problem type, in English" }),
    status: z.int().min(400).max(599).meta({ description: "The status of the response" }),
    detail: z.string().meta({ description: "The problem with this request, and its remedy" }),
    code: ProblemCodeSchema.meta({ description: "Identifies the problem type" }),
    errors: z.array(ProblemItemSchema).meta({ description: "All invalid values; empty if invalid values are not the problem" }),
    instance: z.string().optional().meta({ description: "Only from the write server" }),
    requestId: z.string().optional().meta({ description: "Only from the write server; the same as in `X-Request-Id`" }),
  })
  .meta({ id: "Problem", description: "Every response that is not a success (RFC 9457)" });

/** Response of `/problems/{code}`. */
export const ProblemType = z
  .strictObject({
    type: AbsoluteUrl.meta({
      description: "Its own address, which is the `type` of responses",
      example: "https://ines.example/api/v1/problems/not-found",
    }),
    code: ProblemCodeSchema.meta({ description: "Name of the problem type" }),
    title: z.string().meta({ description: "Title of the problem type, in English" }),
    statuses: z.array(z.int().min(400).max(599)).min(1).meta({ description: "Possible statuses" }),
    description: z.string().meta({ description: "Cause of the problem and what a client can do about it, in CommonMark" }),
  })
  .meta({ id: "ProblemType", description: "A problem type" });
export type ProblemType = z.infer<typeof ProblemType>;
