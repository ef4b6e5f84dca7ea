import Database from "better-sqlite3";

/**
 * Another program on the server's database: `fork(lock-child, [file])`, then one statement per
 * message; it answers each when it is done.
 */
const [file = ""] = process.argv.slice(2);
const database = new Database(file);
process.on("message", (sql: string) => {
  const statement = database.prepare(sql);
  process.send?.(statement.reader ? statement.all().length : statement.run().changes);
});
