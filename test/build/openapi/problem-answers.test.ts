import { describe, expect, it } from "vitest";
import { createProblemDocuments } from "../../../build/openapi/problem-answers.ts";
import { createProblem, PROBLEM_TYPES } from "../../../contract/problem-types.ts";
import { ProblemType } from "../../../contract/schemas/problem.ts";

const BASE_URL = "https://ines.example/api/v1";

describe("createProblemDocuments", () => {
  it("has a text for each problem type, at the address in `type` of an answer", () => {
    const documents = createProblemDocuments(BASE_URL);
    expect(Object.keys(documents)).toEqual(Object.keys(PROBLEM_TYPES).map((code) => `api/v1/problems/${code}.json`));
    for (const document of Object.values(documents)) {
      expect(ProblemType.parse(document)).toEqual(document);
      expect(document.type).toBe(createProblem(BASE_URL, document.code).type);
    }
    expect(documents["api/v1/problems/validation-error.json"]).toMatchObject({
      statuses: [400, 422],
      title: "The request has invalid values",
    });
  });
});
