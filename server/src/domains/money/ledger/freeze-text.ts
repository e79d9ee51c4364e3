/** Text that is sealed when a freeze is lifted, and freezes as the statement that locks the head reads them. */
export const liftText = (freezeId: string): string => `lift|${freezeId}`

/** Freezes as the statement that locks the head reads them: `<id>,<asset>,<seal>…;…`. */
export const FREEZES_TEXT = `(SELECT string_agg(f.id || ',' || f.asset || coalesce((SELECT string_agg(',' || encode(l.seal, 'hex'), '')
  FROM ledger.freeze_lift l WHERE l.freeze_id = f.id), ''), ';') FROM ledger.asset_freeze f)`
