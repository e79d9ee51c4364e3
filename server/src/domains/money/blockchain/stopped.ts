/**
 * Operations of the platform's wallets that are late: unsigned, unsent, not mined, without confirmations, or disagreeing with the ledger.
 */
import { sql } from 'kysely'
import { before, type StuckSource, stuckSource } from '../../../platform/security/stopped-operations.ts'
import type { ChainContext } from './context.ts'
import type { FollowWallet } from './wallet-follower.ts'

const MINUTE_MS = 60_000
const UNSENT_LATE_MS = 5 * MINUTE_MS
const UNMINED_LATE_MS = 10 * MINUTE_MS
const UNCONFIRMED_LATE_MS = 30 * MINUTE_MS

export const stoppedOperations = ({ db, clock }: Pick<ChainContext, 'db' | 'clock'>, follow: FollowWallet): StuckSource =>
  stuckSource(db, {
    kind: 'chain_transaction',
    late() {
      const now = clock.now()
      const unsent = before(now, UNSENT_LATE_MS)
      return sql`SELECT operation_id AS id, NULL::uuid AS "accountId", NULL AS asset, NULL::numeric AS amount, state, decided_at AS since,
          'signer' AS waits, NULL AS "lastError", NULL::timestamptz AS "nextTryAt"
        FROM blockchain.intent WHERE state = 'decided' AND decided_at < ${unsent}
        UNION ALL
        SELECT operation_id, NULL, NULL, NULL, state, coalesce(disagreed_at, updated_at),
          CASE WHEN NOT agreed THEN 'disagreement' WHEN state = 'reserved' THEN 'signer' WHEN state = 'signed' THEN 'node'
            WHEN state = 'sent' THEN 'block' ELSE 'confirmations' END, disagreement, NULL
        FROM blockchain.chain_transaction WHERE (state NOT IN ('confirmed', 'reverted', 'superseded') OR NOT agreed)
          AND (NOT agreed AND disagreed_at < ${unsent} OR updated_at < CASE state WHEN 'sent' THEN ${before(now, UNMINED_LATE_MS)}::timestamptz
            WHEN 'mined' THEN ${before(now, UNCONFIRMED_LATE_MS)} ELSE ${unsent} END)`
    },
    open: (id) => sql`SELECT 1 FROM blockchain.intent WHERE operation_id = ${id} AND state = 'decided' UNION ALL
      SELECT 1 FROM blockchain.chain_transaction
      WHERE operation_id = ${id} AND (state NOT IN ('confirmed', 'reverted', 'superseded') OR NOT agreed)`,
    checkAgain: async () => void (await Promise.all([follow('hot'), follow('treasury')])),
  })
