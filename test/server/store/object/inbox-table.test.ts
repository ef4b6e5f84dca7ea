import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { RecordedRequest } from "../../../../server/store/engagement-types.ts";
import { createInboxTable, type InboxTable } from "../../../../server/store/object/inbox-table.ts";
import { migrateObject } from "../../../../server/store/object/object-schema.ts";
import type { Connection, SqlValue } from "../../../../server/store/sqlite/store-context.ts";
import { toObjectConnection } from "./object-database.ts";

type Step = "put" | "fold all" | "fold some" | "set the oldest aside" | "start again";

function openConnection(): Connection {
  const database = new Database(":memory:");
  onTestFinished(() => void database.close());
  const connection = toObjectConnection(database);
  migrateObject(connection);
  return connection;
}

const REQUEST: RecordedRequest = { events: [] };

test("the inbox table lists the waiting requests after any folds, requests set aside and restarts", () => {
  const steps = fc.array(
    fc.constantFrom<Step>("put", "put", "put", "put", "fold all", "fold some", "set the oldest aside", "start again"),
    {
      maxLength: 300,
      size: "max",
    },
  );
  fc.assert(
    fc.property(steps, (run) => {
      const connection = openConnection();
      let table: InboxTable = createInboxTable(connection);
      let last = 0;
      let waiting: number[] = [];
      for (const step of run) {
        if (step === "put") {
          last += 1;
          waiting.push(last);
          table.put(REQUEST, last * 1_000, 0);
        } else if (step === "start again") table = createInboxTable(connection);
        else waiting = fold(table, step, waiting);
        expect(table.waiting().map(({ sequence }) => sequence)).toStrictEqual(waiting);
        expect(table.size).toBe(waiting.length);
      }
    }),
    { numRuns: 60, seed: 2811 },
  );
});

function fold(table: InboxTable, step: Step, waiting: readonly number[]): number[] {
  const requests = table.waiting();
  const [oldest, second] = requests;
  if (oldest === undefined) return [];
  if (step === "set the oldest aside") {
    if (second === undefined) return [...waiting];
    table.setAside(oldest);
    table.markFolded(second.sequence);
    return waiting.slice(2);
  }
  const count = step === "fold all" ? requests.length : Math.ceil(requests.length / 2);
  table.markFolded(requests[count - 1]?.sequence ?? 0);
  return waiting.slice(count);
}

test("the inbox table skips counted rows when it is opened, because reading them is billed", () => {
  const connection = openConnection();
  const table = createInboxTable(connection);
  for (let number = 1; number <= 500; number += 1) table.put(REQUEST, number, 0);
  table.markFolded(500);
  for (let number = 501; number <= 503; number += 1) table.put(REQUEST, number, 0);
  const read: number[] = [];
  const counting: Connection = {
    ...connection,
    all: <Row>(sql: string, ...values: SqlValue[]): Row[] => {
      const rows = connection.all<Row>(sql, ...values);
      read.push(rows.length);
      return rows;
    },
  };
  const again = createInboxTable(counting);
  expect(again.size).toBe(3);
  expect(read).toStrictEqual([64]);
});
