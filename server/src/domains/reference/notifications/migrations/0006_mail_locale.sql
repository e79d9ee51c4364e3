-- Language of a mail to a person without an account: that of the request which caused it. Null: that of the account, or the default.
ALTER TABLE notifications.mail ADD COLUMN locale text;
