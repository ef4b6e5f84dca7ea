import { INQUIRY_IMPORT_MAX, inquiryAddition } from "../../server/owner/transfers/inquiry-import.ts";
import type { StoredInquiry } from "../../server/store/inquiry-types.ts";
import { INQUIRY_PAGE_SQL, type JoinedInquiry, readNotes } from "../../server/store/sqlite/join/join-inquiries.ts";
import { type JoinSource, openJoinSource } from "../../server/store/sqlite/join/join-source.ts";
import type { JoinReport } from "../../server/store/transfer-types.ts";
import type { Io } from "../io.ts";
import type { DataPlace, Settings } from "../options/shared-options.ts";
import { printJoin } from "../records/rescue-commands.ts";
import { withOwner } from "../serve/owner-access.ts";

/** Maximum number of characters per call. */
const BATCH_CHARACTERS = 1_000_000;
/** Maximum number of refused rows to name in a report. */
const REFUSALS_MAX = 100;

/**
 * `octavo inquiries import <database> --site`: sends the inquiries of a local database to the
 * server.
 */
export async function sendInquiries(file: string, settings: DataPlace & Settings<"dryRun" | "json" | "quiet">, io: Io): Promise<number> {
  const { dryRun } = settings;
  const source = openJoinSource(file);
  try {
    return await withOwner(settings, io, async (owner) => {
      const unfit = source.unfit("inquiry");
      const sum = { added: 0, changed: 0, existing: 0, erased: 0 };
      for (const inquiries of batchesOf(source, unfit)) {
        if (io.signal.aborted) break;
        const counts = await owner(inquiryAddition, { inquiries, dryRun });
        for (const [name, count] of Object.entries(counts) as [keyof typeof sum, number][]) sum[name] += count;
      }
      const refused = { refused: unfit.size, refusals: [...unfit.values()].slice(0, REFUSALS_MAX) };
      const report: JoinReport = { ...sum, ...refused, interrupted: io.signal.aborted };
      return printJoin("inquiry", report, settings, io);
    });
  } finally {
    source.close();
  }
}

function* batchesOf(source: JoinSource, unfit: ReadonlyMap<string, string>): Generator<StoredInquiry[]> {
  let batch: StoredInquiry[] = [];
  let characters = 0;
  for (let after = 0; ; ) {
    const rows = source.all<JoinedInquiry>(INQUIRY_PAGE_SQL, after, INQUIRY_IMPORT_MAX);
    for (const { row, ...inquiry } of rows) {
      after = row;
      if (unfit.has(String(row))) continue;
      const notes = readNotes(source, row);
      const size = inquiry.message.length + notes.reduce((sum, { text }) => sum + text.length, 0);
      if (batch.length > 0 && (batch.length === INQUIRY_IMPORT_MAX || characters + size > BATCH_CHARACTERS)) {
        yield batch;
        [batch, characters] = [[], 0];
      }
      batch.push({ ...inquiry, notes });
      characters += size;
    }
    if (rows.length < INQUIRY_IMPORT_MAX) break;
  }
  if (batch.length > 0) yield batch;
}
