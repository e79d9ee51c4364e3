-- Counts freezes and lifts. `epoch` also counts changes of hands, so a condition on it would turn away every second writer.
ALTER TABLE ledger.head ADD COLUMN freeze_epoch bigint NOT NULL DEFAULT 0;
