-- The link of a ticket shows its state to whoever has it; only its hash is kept. Tickets from before have none.
ALTER TABLE notifications.contact_ticket ADD COLUMN token_hash text UNIQUE;
CREATE INDEX contact_ticket_newest ON notifications.contact_ticket (received_at DESC, number DESC);

-- What officers said of a ticket. Insert only: the last one holds; a ticket without any was received.
CREATE TABLE notifications.contact_step (
  ticket     text NOT NULL REFERENCES notifications.contact_ticket,
  position   integer NOT NULL,
  state      text NOT NULL CHECK (state IN ('in_progress', 'answered')),
  at         timestamptz NOT NULL,
  officer_id uuid NOT NULL,
  PRIMARY KEY (ticket, position)
);
