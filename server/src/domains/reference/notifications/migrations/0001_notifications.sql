CREATE SCHEMA notifications;

-- What a mail says is forgotten once it is sent: links are secrets.
CREATE TABLE notifications.mail (
  id           uuid PRIMARY KEY,
  recipient    text NOT NULL,
  template     text NOT NULL,
  -- named so, since `values` is a word of SQL
  text_values  jsonb,
  requested_at timestamptz NOT NULL,
  sent_at      timestamptz
);
