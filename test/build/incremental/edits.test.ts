import { describe, expect, it } from "vitest";
import { resolveOwnKinds } from "../../../build/config/resolve-kinds.ts";
import { createAboutFields } from "../../../build/kinds/about-kind.ts";
import { createDocumentReader } from "../../../build/kinds/document/document-entry.ts";
import { KINDS } from "../../../build/kinds/kinds.ts";
import { createServicesPageSchema } from "../../../build/kinds/services-page-kind.ts";
import { createSiteFields } from "../../../build/kinds/site-kind.ts";
import { valuesOf } from "./front-matter-values.ts";
import { TALKS } from "./kind-definitions.ts";
import { dealEdits, EDIT_GROUPS } from "./sequence.ts";

type DocumentKind = Parameters<typeof valuesOf>[0];

/** Fields that each kind of document may have. */
const FIELDS: Readonly<Record<DocumentKind, readonly string[]>> = {
  posts: KINDS.posts.fieldNames(),
  pages: KINDS.pages.fieldNames(),
  projects: KINDS.projects.fieldNames(),
  books: KINDS.books.fieldNames(),
  photos: KINDS.photos.fieldNames(),
  services: KINDS.services.fieldNames(),
  series: KINDS.series.fieldNames(),
  talks: (await resolveOwnKinds({ talks: TALKS }, () => expect.unreachable())).flatMap((own) => createDocumentReader(own).fieldNames()),
  site: Object.keys(createSiteFields("UTC")),
  about: Object.keys(createAboutFields("UTC")),
  servicesPage: Object.keys(createServicesPageSchema("UTC").out.shape),
};

describe("the edits of sequences", () => {
  it.each(Object.entries(FIELDS))("give every field of %s at least two values", (kind, fields) => {
    const values = valuesOf(kind as DocumentKind, "one");
    expect(fields.length).toBeGreaterThan(2);
    expect(fields.filter((field) => (values[field]?.length ?? 0) < 2)).toEqual([]);
  });

  it("are all drawn by the twenty sequences of npm test", () => {
    const drawn = new Set(Array.from({ length: 20 }, (_, index) => dealEdits(1, index)).flatMap((edits) => edits.map(([name]) => name)));
    expect(EDIT_GROUPS.filter((names) => !names.some((name) => drawn.has(name)))).toEqual([]);
  });
});
