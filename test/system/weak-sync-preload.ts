import Database from "better-sqlite3";

/**
 * Makes the server break its promise: the database syncs as little as WEAK_SYNC says, OFF or
 * NORMAL, instead of FULL.
 */
const { pragma } = Database.prototype;
Database.prototype.pragma = function pragmaWeak(this: Database.Database, text: string, options?: Database.PragmaOptions) {
  return pragma.call(this, text.replace(/^synchronous = FULL$/, `synchronous = ${process.env.WEAK_SYNC}`), options);
};
