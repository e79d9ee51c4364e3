-- What this module knows of a person, for the copy of their data. Of mails only that they were sent: their text is forgotten.
CREATE OR REPLACE VIEW notifications.personal_data AS
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
