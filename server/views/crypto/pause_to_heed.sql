-- Pauses with what is said to have ended them: whoever asks checks the seals. One row for each resume, one for a pause without any.
CREATE OR REPLACE VIEW crypto.pause_to_heed AS
  SELECT p.id, p.reason, p.officer_id, p.at, r.maker_id, r.checker_id, r.seal
  FROM crypto.withdrawal_pause p LEFT JOIN crypto.withdrawal_resume r ON r.pause_id = p.id
  WHERE p.is_paused AND NOT p.is_over;
