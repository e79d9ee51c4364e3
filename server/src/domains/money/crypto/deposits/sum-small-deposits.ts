/**
 * Sums of small deposits (MON-05, D7): when those of one customer and asset reach the minimum together, each of them becomes due to be
 * credited individually, like any other deposit (docs/decisions/0066-small-deposits-add-up.md).
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { CryptoContext } from '../context.ts'

type Context = Pick<CryptoContext, 'db' | 'clock' | 'log' | 'settings'>

interface Sum {
  readonly accountId: string
  readonly asset: AssetCode
  readonly isApart: boolean
}

const IS_SMALL = sql`(state = 'BELOW_MINIMUM' AND NOT is_summed)`
/**
 * Deposits of listed or blocklisted senders are summed separately, so that an outsider must send the minimum to cause a review of a
 * customer.
 */
const IS_APART = sql`(is_sender_barred OR sanctions IS NOT DISTINCT FROM 'listed')`
/** Maximum number of deposits in one pass; the next one continues. */
const DEPOSITS_MAX = 200

/**
 * Mark the deposits that reached the minimum, and return their number. Idempotent and safe for concurrent processes: a deposit is marked
 * once, and a marked one waits until it is credited.
 *
 * A sum below the minimum grows only by a new deposit, so that only sums with one are read: dust costs a pass nothing. A sum
 * that fails is a log event, and blocks no other.
 */
export async function sumSmallDeposits(context: Context): Promise<number> {
  let marked = 0
  for (const sum of await changedSums(context)) marked += await addUp(context, sum).catch((error) => failed(context, sum, error))
  failpoint('crypto.small_summed')
  return marked
}

/**
 * Reopen sums that were compared with a larger minimum than the current one. Once for each process, since settings change with a restart.
 */
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

/** Only assets with a minimum: rows of others would fill each pass without ever reaching one. */
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
