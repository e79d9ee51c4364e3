-- Conversations whose customer waits, for their deadlines (module deadlines).
CREATE VIEW conversations.waiting_conversation AS
  SELECT id, account_id, topic, coalesce(answer_due_at, matter_due_at) AS due_at FROM conversations.conversation
  WHERE state = 'open' AND (answer_due_at IS NOT NULL OR matter_due_at IS NOT NULL);
