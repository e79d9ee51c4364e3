/**
 * Small deposits add up (MON-05, D7): when those of one customer and asset reach the minimum together, each of them becomes due to be credited
 * on its own, as any other deposit (docs/decisions/0066-small-deposits-add-up.md).
 */
import { sql } from 'kysely'
import { failpoint } from '../../../platform/failpoint.ts'
import type { CryptoContext } from '../context.ts'

/**
 * Mark what reached the minimum, and answer how many. Safe to repeat and to run by several processes: a deposit is marked once, and what is marked waits until it is credited. Those of senders
 * on a list of sanctions or on our own add up apart, so that a stranger must send the minimum to have a customer looked at.
 */
export async function sumSmallDeposits({
  db,
  clock,
  settings: { minimums },
}: Pick<CryptoContext, 'db' | 'clock' | 'settings'>): Promise<bigint> {
  const isListed = sql`(is_sender_barred OR sanctions IS NOT DISTINCT FROM 'listed')`
  const small = sql`state = 'BELOW_MINIMUM' AND NOT is_summed`
  const marked = await sql`WITH reached AS (
      SELECT account_id, asset, ${isListed} AS is_listed FROM crypto.deposit WHERE ${small}
      GROUP BY account_id, asset, ${isListed}
      HAVING sum(amount) >= CASE asset WHEN 'COP' THEN ${minimums.COP}::numeric WHEN 'BTC' THEN ${minimums.BTC}::numeric
        ELSE ${minimums.USDT}::numeric END)
    UPDATE crypto.deposit d SET is_summed = true, try_at = ${clock.now()}, updated_at = ${clock.now()} FROM reached r
    WHERE d.account_id = r.account_id AND d.asset = r.asset AND (d.is_sender_barred OR d.sanctions IS NOT DISTINCT FROM 'listed') = r.is_listed
      AND d.state = 'BELOW_MINIMUM' AND NOT d.is_summed`.execute(db)
  failpoint('crypto.small_summed')
  return marked.numAffectedRows ?? 0n
}
