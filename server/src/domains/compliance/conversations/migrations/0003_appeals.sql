-- Somebody who may not enter their account writes to us about it, by the link of a mail.
ALTER TABLE conversations.conversation DROP CONSTRAINT conversation_topic_check;
ALTER TABLE conversations.conversation ADD CONSTRAINT conversation_topic_check
  CHECK (topic IN ('verification', 'deposit', 'withdrawal', 'account', 'access')) NOT VALID;
ALTER TABLE conversations.conversation VALIDATE CONSTRAINT conversation_topic_check;
