import { z } from "zod";

/** The required members of an OpenAPI document. The OpenAPI Specification defines the rest. */
export const OpenApiDocument = z
  .looseObject({
    openapi: z
      .string()
      .regex(/^3\.1\.\d+$/)
      .meta({ description: "Version of the OpenAPI Specification" }),
    info: z
      .looseObject({
        title: z.string().meta({ description: "Name of the API" }),
        version: z.string().meta({ description: "Version of the API" }),
      })
      .meta({ description: "About the API" }),
    paths: z.record(z.string(), z.unknown()).meta({ description: "By path" }),
  })
  .meta({ id: "OpenApiDocument", description: "An OpenAPI 3.1 document" });
