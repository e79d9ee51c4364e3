-- Every document of it, replaced ones too. `checked_at` and what follows: what a reviewer said of it.
CREATE OR REPLACE VIEW reports.case_document (account_id, origin, at, id, file_id, place, slot, name, note_id, state, by, checked_at, checked_by,
  description) AS
  SELECT account_id, 'customer', sent_at, id, file_id, form, slot, facts ->> 'name', NULL::uuid, state, NULL::uuid,
    reviewed_at, reviewed_by, description
  FROM kyc.item WHERE file_id IS NOT NULL AND sent_at IS NOT NULL
  UNION ALL
  SELECT account_id, 'officer', added_at, id, file_id, folder, NULL, name, note_id, NULL, added_by, NULL, NULL, NULL
  FROM compliance.case_file
  UNION ALL
  SELECT conversation.account_id, 'message', message.at, attachment.id, attachment.file_id, topic, NULL, attachment.name, message.id, NULL,
    CASE WHEN author = 'officer' THEN author_id END, NULL, NULL, NULL
  FROM conversations.attachment JOIN conversations.message ON message.id = attachment.message_id
    JOIN conversations.conversation ON conversation.id = message.conversation_id
  UNION ALL
  SELECT account_id, 'provider', received_at, id, pdf_file_id, 'reporte', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM screening.background_report WHERE pdf_file_id IS NOT NULL
  UNION ALL
  SELECT account_id, 'data_request', entry.at, attachment.id, attachment.file_id, number, NULL, attachment.name, entry.id, NULL,
    CASE WHEN author = 'officer' THEN author_id END, NULL, NULL, NULL
  FROM privacy.attachment JOIN privacy.entry ON entry.id = attachment.entry_id JOIN privacy.data_request ON data_request.id = request_id;
