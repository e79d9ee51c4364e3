/**
 * Small deposits add up (MON-05, D7): when those of one customer and asset reach the minimum together, each of them becomes due to be credited
 * on its own, as any other deposit (docs/decisions/0066-small-deposits-add-up.md).
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { failpoint } from '../../../platform/failpoint.ts'
import type { CryptoContext } from '../context.ts'

type Context = Pick<CryptoContext, 'db' | 'clock' | 'log' | 'settings'>

interface Sum {
  readonly accountId: string
  readonly asset: AssetCode
  readonly isApart: boolean
}

const IS_SMALL = sql`(state = 'BELOW_MINIMUM' AND NOT is_summed)`
/** Of senders on a list of sanctions or on our own: they add up apart, so that a stranger must send the minimum to have a customer looked at. */
const IS_APART = sql`(is_sender_barred OR sanctions IS NOT DISTINCT FROM 'listed')`
/** Deposits looked at in one pass; the next one goes on. */
const DEPOSITS_MAX = 200

/**
 * Mark what reached the minimum, and answer how many. Safe to repeat and to run by several processes: a deposit is marked once, and what is marked waits until it is credited.
 *
 * A sum that was too small grows by a new deposit alone, so that only sums with one are read: dust costs a pass nothing. A sum
 * that fails is an event of the log, and holds up no other.
 */
export async function sumSmallDeposits(context: Context): Promise<number> {
  let marked = 0
  for (const sum of await changedSums(context)) marked += await addUp(context, sum).catch((error) => failed(context, sum, error))
  failpoint('crypto.small_summed')
  return marked
}

/** Have sums read again that were compared with a larger minimum than is set now. Once for each process, since settings change with a restart. */
export async function reopenSums({ db, settings: { minimums } }: Pick<Context, 'db' | 'settings'>): Promise<void> {
  for (const asset of ASSET_CODES)
    await sql`UPDATE crypto.deposit SET too_few_for = NULL WHERE ${IS_SMALL} AND asset = ${asset} AND too_few_for > ${minimums[asset]}`.execute(
      db,
    )
}

function failed({ log }: Context, { accountId, asset }: Sum, error: unknown): number {
  log.error({ err: error, accountId, asset }, 'small deposits were not added up')
  return 0
}

/** Of assets with a minimum: rows of others would fill each pass, and reach nothing. */
async function changedSums({ db, settings: { minimums } }: Pick<Context, 'db' | 'settings'>): Promise<Sum[]> {
  const found = await sql<Sum>`SELECT DISTINCT account_id AS "accountId", asset, ${IS_APART} AS "isApart"
    FROM (SELECT * FROM crypto.deposit WHERE ${IS_SMALL} AND too_few_for IS NULL AND asset = ANY(${Object.keys(minimums)})
      ORDER BY id LIMIT ${DEPOSITS_MAX}) AS fresh`.execute(db)
  return found.rows
}

async function addUp({ db, clock, settings }: Context, { accountId, asset, isApart }: Sum): Promise<number> {
  const minimum = sql`${settings.minimums[asset]}::numeric`
  const now = sql`${clock.now()}::timestamptz`
  const isOfSum = sql`(account_id = ${accountId} AND asset = ${asset} AND ${IS_APART} = ${isApart} AND ${IS_SMALL})`
  const marked = await sql<{ isSummed: boolean }>`WITH total AS MATERIALIZED (
      SELECT coalesce(sum(amount), 0) >= ${minimum} AS is_reached FROM crypto.deposit WHERE ${isOfSum})
    UPDATE crypto.deposit SET is_summed = is_reached, too_few_for = CASE WHEN is_reached THEN NULL ELSE ${minimum} END,
      try_at = CASE WHEN is_reached THEN ${now} ELSE try_at END, updated_at = CASE WHEN is_reached THEN ${now} ELSE updated_at END
    FROM total WHERE ${isOfSum} AND (is_reached OR too_few_for IS NULL)
    RETURNING is_summed AS "isSummed"`.execute(db)
  return marked.rows.filter(({ isSummed }) => isSummed).length
}
