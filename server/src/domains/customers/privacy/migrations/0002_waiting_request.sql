-- Requests that officers have to answer, for their queue (module deadlines). Whoever took one has it.
CREATE VIEW privacy.waiting_request AS
  SELECT id, account_id, due_at, taken_by FROM privacy.data_request WHERE due_at IS NOT NULL;
