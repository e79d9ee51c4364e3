-- For rules about customers (module monitoring, alert 7).
CREATE OR REPLACE VIEW screening.register_report AS
  SELECT account_id, id, check_id, received_at AS at, is_document_current, is_rut_active, is_rut_same FROM screening.background_report
  WHERE num_nonnulls(is_document_current, is_rut_active, is_rut_same) > 0;
