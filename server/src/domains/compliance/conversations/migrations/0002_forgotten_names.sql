-- What attachments of people were called who were forgotten before names went with the key, also where somebody made another key since.
UPDATE conversations.attachment SET name = 'Documento destruido' WHERE message_id IN (
  SELECT message.id FROM conversations.message JOIN conversations.conversation ON conversation.id = message.conversation_id
    JOIN platform.file_key ON owner_id = conversation.account_id
  WHERE message.at <= destroyed_at);
