/** Overdue trades, which exceed the usual time of a swap. */
import { sql } from 'kysely'
import { TOKENS } from '../../../chain/tokens.ts'
import { before, failedEventOf, type StuckSource, stuckSource } from '../../../platform/security/stopped-operations.ts'
import type { TradingContext } from './context.ts'
import { followSwap } from './follow-swap.ts'
import { swapIdOf } from './trade-ids.ts'

const SOLD_ASSET = sql`CASE t.token_in ${sql.join(
  TOKENS.map(({ id, ledgerAsset }) => sql`WHEN ${id}::integer THEN ${ledgerAsset}::text`),
  sql` `,
)} END`
const LATE_MS = 15 * 60_000

export const stoppedTrades = (context: TradingContext): StuckSource =>
  stuckSource(context.db, {
    kind: 'trade',
    late: () => sql`SELECT t.id, t.account_id AS "accountId", ${SOLD_ASSET} AS asset,
        t.maximum_in AS amount, t.state, coalesce((SELECT max(at) FROM trading.state_history h WHERE h.subject_id = t.id::text), t.created_at) AS since,
        CASE WHEN retry.last_error IS NOT NULL THEN 'event_failed' WHEN t.state = 'pending' THEN 'signer'
          WHEN t.state = 'sent' THEN 'block' ELSE 'confirmations' END AS waits, retry.last_error AS "lastError", retry.run_at AS "nextTryAt"
      FROM trading.trade t ${failedEventOf('trading', sql`t.id`)}
      WHERE t.settled_at IS NULL AND t.state NOT IN ('settled', 'refunded') AND t.created_at < ${before(context.clock.now(), LATE_MS)}`,
    open: (id) => sql`SELECT 1 FROM trading.trade WHERE id = ${id} AND state NOT IN ('settled', 'refunded')`,
    // Like a repeated event: the on-chain result decides.
    checkAgain: (id) => followSwap(context, { operationId: swapIdOf(id), kind: 'swap', ref: id, state: 'confirmed' }),
  })
