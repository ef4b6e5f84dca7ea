import { z } from "zod";

/** The least that makes an OpenAPI document; the rest is the OpenAPI Specification's to say. */
export const OpenApiDocument = z
  .looseObject({
    openapi: z.string().regex(/^3\.1\.\d+$/),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "OpenApiDocument", description: "an OpenAPI 3.1 document" });
