-- The hot wallet has not enough of the token: nothing is sent that the chain would revert.
ALTER TABLE crypto.withdrawal DROP CONSTRAINT withdrawal_waiting_check;
ALTER TABLE crypto.withdrawal ADD CONSTRAINT withdrawal_waiting_check CHECK (waiting IN ('paused', 'on_hold', 'frozen', 'network', 'tokens'));
-- Since when the house keeps it back: try_at moves on with each look, and would never be old.
ALTER TABLE crypto.withdrawal ADD COLUMN delayed_since timestamptz;
