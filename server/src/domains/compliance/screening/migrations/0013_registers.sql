-- What a report says of public registers, beside its findings: whether the Registraduría holds the cédula current, whether the RUT of a company
-- is active, and whether it has the NIT that was declared. null: nobody asked, the source failed, or the report is older than this.
ALTER TABLE screening.background_report
  ADD COLUMN is_document_current boolean,
  ADD COLUMN is_rut_active       boolean,
  ADD COLUMN is_rut_same         boolean;

-- For rules about customers (module monitoring, alert 7).
CREATE VIEW screening.register_report AS
  SELECT account_id, id, check_id, received_at AS at, is_document_current, is_rut_active, is_rut_same FROM screening.background_report
  WHERE num_nonnulls(is_document_current, is_rut_active, is_rut_same) > 0;
