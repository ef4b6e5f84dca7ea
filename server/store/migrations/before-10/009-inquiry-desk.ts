/**
 * Adds the owner's notes on inquiries, and more states. Previously, the state only separated spam
 * from all other inquiries. SQLite changes a CHECK only by recreating the table.
 */
export const INQUIRY_DESK_SQL = `
CREATE TABLE inquiry_of_owner (
  id INTEGER PRIMARY KEY,
  public_id TEXT NOT NULL UNIQUE CHECK (length(public_id) = 24),
  state TEXT NOT NULL CHECK (state IN ('new', 'read', 'replied', 'closed', 'spam')),
  email TEXT NOT NULL CHECK (email <> ''),
  message TEXT NOT NULL CHECK (message <> ''),
  name TEXT,
  telegram TEXT,
  service_id TEXT,
  origin TEXT,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO inquiry_of_owner (id, public_id, state, email, message, name, telegram, service_id, origin, created_at)
  SELECT id, public_id, CASE state WHEN 'received' THEN 'new' ELSE state END, email, message, name, telegram, service_id, origin, created_at FROM inquiry;
DROP TABLE inquiry;
ALTER TABLE inquiry_of_owner RENAME TO inquiry;
CREATE INDEX inquiry_by_time ON inquiry (created_at, id);
CREATE INDEX inquiry_by_email ON inquiry (email);

CREATE TABLE inquiry_note (
  id INTEGER PRIMARY KEY,
  inquiry_id INTEGER NOT NULL REFERENCES inquiry (id),
  text TEXT NOT NULL CHECK (text <> ''),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX inquiry_note_by_inquiry ON inquiry_note (inquiry_id, id);
`;
