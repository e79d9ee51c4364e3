-- What people wrote in the contact form; support answers from its mailbox.
CREATE TABLE notifications.contact_ticket (
  number      text PRIMARY KEY,
  sender      text NOT NULL,
  subject     text NOT NULL,
  message     text NOT NULL,
  account_id  uuid,
  received_at timestamptz NOT NULL
);
