-- What people are told in the bell; the text is made from kind and values when it is read, in the reader's language.
CREATE TABLE notifications.notice (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL,
  kind          text NOT NULL,
  notice_values jsonb NOT NULL,
  -- path of ours with more to see
  url           text,
  -- names what happened, so that telling it twice is one notice
  once_key      text,
  at            timestamptz NOT NULL,
  read_at       timestamptz,
  UNIQUE (account_id, once_key)
);
CREATE INDEX notice_newest ON notifications.notice (account_id, at DESC);
CREATE INDEX notice_unread ON notifications.notice (account_id) WHERE read_at IS NULL;
CREATE INDEX notice_age ON notifications.notice (at);

-- Mails that a person may do without; without a row they get all of them.
CREATE TABLE notifications.preference (
  account_id       uuid PRIMARY KEY,
  mail_deposits    boolean NOT NULL,
  mail_withdrawals boolean NOT NULL,
  mail_trades      boolean NOT NULL
);

-- Whose mail it is, where an account is known: for its language, and for the person's copy of their data.
ALTER TABLE notifications.mail ADD COLUMN account_id uuid;
CREATE INDEX mail_account ON notifications.mail (account_id) WHERE account_id IS NOT NULL;

-- What this module knows of a person, for the copy of their data. Of mails only that they were sent: their text is forgotten.
CREATE VIEW notifications.personal_data AS
  SELECT account_id, 'mails' AS section, requested_at AS at,
    jsonb_build_object('template', template, 'to', recipient, 'requestedAt', requested_at, 'sentAt', sent_at) AS entry
  FROM notifications.mail WHERE account_id IS NOT NULL
  UNION ALL
  SELECT account_id, 'notices', at, jsonb_build_object('kind', kind, 'values', notice_values, 'at', at, 'readAt', read_at)
  FROM notifications.notice
  UNION ALL
  SELECT account_id, 'contact', received_at,
    jsonb_build_object('ticket', number, 'sender', sender, 'subject', subject, 'message', message, 'at', received_at)
  FROM notifications.contact_ticket WHERE account_id IS NOT NULL
  UNION ALL
  SELECT account_id, 'mail_preferences', NULL,
    jsonb_build_object('deposits', mail_deposits, 'withdrawals', mail_withdrawals, 'trades', mail_trades)
  FROM notifications.preference;
