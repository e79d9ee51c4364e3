-- Whose a line of the bank may be (module reports): the line, the customers' references, and who paid for whom before.
CREATE VIEW payments.line_report AS
  SELECT id, state, amount, reference, description, payer ->> 'name' AS payer_name, payer ->> 'document' AS payer_document,
    payer ->> 'account' AS payer_account FROM payments.statement_line;
CREATE VIEW payments.reference_report AS SELECT account_id, reference FROM payments.transfer_reference;

CREATE VIEW payments.payer_report AS
  SELECT deposit.account_id, line.payer ->> 'document' AS payer_document, line.payer ->> 'account' AS payer_account
  FROM payments.statement_line line JOIN payments.deposit USING (id) WHERE line.state = 'DEPOSITED';
CREATE INDEX statement_line_payer_document ON payments.statement_line ((payer ->> 'document')) WHERE state = 'DEPOSITED';
CREATE INDEX statement_line_payer_account ON payments.statement_line ((payer ->> 'account')) WHERE state = 'DEPOSITED';
