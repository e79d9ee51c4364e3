CREATE OR REPLACE VIEW payments.payer_report AS
  SELECT deposit.account_id, line.payer ->> 'document' AS payer_document, line.payer ->> 'account' AS payer_account
  FROM payments.statement_line line JOIN payments.deposit USING (id) WHERE line.state = 'DEPOSITED';
