-- Legal holds are placed and lifted by officers: who lifted one and why stands beside it. Older rows name the operator in `placed_by`.
ALTER TABLE retention.legal_hold ADD COLUMN lifted_by uuid, ADD COLUMN lift_reason text;
CREATE INDEX legal_hold_list ON retention.legal_hold ((lifted_at IS NULL) DESC, placed_at DESC, id DESC);
