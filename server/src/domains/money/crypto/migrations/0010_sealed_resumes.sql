-- A pause is a row that nobody removes; it is over when a resume of it carries the seal of who had the word of two officers. Rows with is_paused
-- false are resumes of before there were seals; is_over: a pause that one of them ended. Nobody's clock orders anything.
ALTER TABLE crypto.withdrawal_pause ADD COLUMN is_over boolean NOT NULL DEFAULT false;
UPDATE crypto.withdrawal_pause SET is_over = true
  WHERE NOT is_paused OR id <> (SELECT id FROM crypto.withdrawal_pause ORDER BY at DESC, id DESC LIMIT 1);

CREATE TABLE crypto.withdrawal_resume (
  id         uuid PRIMARY KEY,
  pause_id   uuid NOT NULL REFERENCES crypto.withdrawal_pause (id),
  maker_id   uuid NOT NULL,
  checker_id uuid NOT NULL,
  reason     text NOT NULL,
  at         timestamptz NOT NULL,
  seal       text NOT NULL,
  CHECK (maker_id <> checker_id)
);
CREATE INDEX withdrawal_resume_of ON crypto.withdrawal_resume (pause_id);

-- Pauses with what is said to have ended them: whoever asks checks the seals. One row for each resume, one for a pause without any.
CREATE VIEW crypto.pause_to_heed AS
  SELECT p.id, p.reason, p.officer_id, p.at, r.maker_id, r.checker_id, r.seal
  FROM crypto.withdrawal_pause p LEFT JOIN crypto.withdrawal_resume r ON r.pause_id = p.id
  WHERE p.is_paused AND NOT p.is_over;

DROP VIEW crypto.withdrawal_to_sign;
CREATE VIEW crypto.withdrawal_to_sign AS
  SELECT w.id, w.account_id, w.saved_address_id, w.address, w.receiver_id, w.asset, w.amount, w.fee, w.seal, w.state, w.maker_id, w.checker_id,
    w.approval_seal, s.account_id AS saved_account_id, s.address AS saved_address, s.created_at AS saved_at,
    s.seal AS saved_seal, w.stopped_at IS NOT NULL AS is_stopped
  FROM crypto.withdrawal w JOIN crypto.saved_address s ON s.id = w.saved_address_id;
