-- Those that count, of each company: the newest one. Of a company that was accepted also each one from that by which it was accepted on:
-- one officer writes a list, and takes nobody out by it until the company is accepted again.
CREATE OR REPLACE VIEW kyc.representative_report AS
  SELECT account_id, version, people FROM kyc.representative_list AS list
  WHERE NOT EXISTS (SELECT 1 FROM kyc.representative_list later WHERE later.account_id = list.account_id AND later.version > list.version
    AND later.written_at <= coalesce(
      (SELECT accepted_at FROM kyc.accepted_company AS company WHERE company.account_id = list.account_id), 'infinity'));
