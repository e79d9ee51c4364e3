-- What the signer reads of a sweep.
CREATE OR REPLACE VIEW treasury.movement_to_sign AS
  SELECT id, asset, amount, cold_address, state, maker_id, checker_id, seal FROM treasury.movement WHERE kind = 'sweep';
