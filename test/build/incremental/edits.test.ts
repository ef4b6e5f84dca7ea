import { describe, expect, it } from "vitest";
import { resolveOwnKinds } from "../../../build/config/resolve-kinds.ts";
import { createAboutFields } from "../../../build/kinds/about-kind.ts";
import { createDocumentReader } from "../../../build/kinds/document/document-entry.ts";
import { KINDS } from "../../../build/kinds/kinds.ts";
import { createServicesPageSchema } from "../../../build/kinds/services-page-kind.ts";
import { createSiteFields } from "../../../build/kinds/site-kind.ts";
import { byKey } from "../../../contract/by-key.ts";
import { COLLECTION_NAMES } from "../../../contract/config/config-names.ts";
import { type DocumentKind, valuesOf } from "./front-matter-values.ts";
import { TALKS } from "./kind-definitions.ts";
import { dealEdits, EDIT_GROUPS, SEQUENCES } from "./sequence.ts";

/** Fields that each kind of document may have. */
const FIELDS: Readonly<Record<DocumentKind, readonly string[]>> = {
  ...byKey(COLLECTION_NAMES, (name) => KINDS[name].fieldNames()),
  talks: (await resolveOwnKinds({ talks: TALKS }, () => expect.unreachable())).flatMap((own) => createDocumentReader(own).fieldNames()),
  site: Object.keys(createSiteFields("UTC")),
  about: Object.keys(createAboutFields("UTC")),
  servicesPage: Object.keys(createServicesPageSchema("UTC").out.shape),
};

describe("the edits of sequences", () => {
  it.each(Object.entries(FIELDS))("give every field of %s at least two values", (kind, fields) => {
    const values = valuesOf(kind as DocumentKind, "one");
    expect(fields.length).toBeGreaterThan(2);
    const lacking = fields.filter((field) => (values[field]?.length ?? 0) < 2);
    expect(lacking, `give them two values in front-matter-values.ts, under ${kind}`).toEqual([]);
  });

  it("are all drawn in the sequences of npm test", () => {
    const drawn = new Set(
      Array.from({ length: SEQUENCES }, (_, index) => dealEdits(1, index)).flatMap((edits) => edits.map(([name]) => name)),
    );
    expect(EDIT_GROUPS.filter((names) => !names.some((name) => drawn.has(name)))).toEqual([]);
  });
});
