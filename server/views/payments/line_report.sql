-- Whose a line of the bank may be (module reports): the line, the customers' references, and who paid for whom before.
CREATE OR REPLACE VIEW payments.line_report AS
  SELECT id, state, amount, reference, description, payer ->> 'name' AS payer_name, payer ->> 'document' AS payer_document,
    payer ->> 'account' AS payer_account FROM payments.statement_line;
