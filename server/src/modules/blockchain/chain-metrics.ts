/** Metrics for alarms: refusals of the signer, and operations that are late. docs/operations.md names each threshold. */
import { sql } from 'kysely'
import type { GuardedNode } from '../../chain/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Gauges } from '../../platform/gauges.ts'

/** Checks a node that was unavailable again: a process that calls it rarely would otherwise keep reporting the outage. */
async function isNodeAway({ checkNode, isAway }: Pick<GuardedNode, 'checkNode' | 'isAway'>): Promise<boolean> {
  if (isAway()) await checkNode().catch(() => undefined)
  return isAway()
}

interface ChainFigureParts extends Pick<GuardedNode, 'checkNode' | 'isAway'> {
  readonly db: Database
  readonly clock: Clock
}

/** Ages are measured by the product's clock, which dates operations and their states. */
export function chainMetrics({ db, clock, ...node }: ChainFigureParts): Gauges {
  return {
    name: 'chain_operations',
    help: 'Operations on the chain: refused by the signer, unsigned or unsent for over a minute, unmined for over five, disagreeing with the ledger; of a day, mints, burns and sweeps that reverted, ends that another program wrote into the database, and whether the node is away',
    async read() {
      const now = sql`${clock.now()}::timestamptz`
      const intents = await sql<{ refused: bigint; unsigned: bigint }>`SELECT
        count(*) FILTER (WHERE state = 'refused') AS refused,
        count(*) FILTER (WHERE state = 'decided' AND decided_at < ${now} - interval '1 minute') AS unsigned
        FROM blockchain.intent WHERE state IN ('refused', 'decided')`.execute(db)
      const open = await sql<{ unsent: bigint; unmined: bigint; disagreeing: bigint; renewing: bigint }>`SELECT
        count(*) FILTER (WHERE state IN ('reserved', 'signed') AND created_at < ${now} - interval '1 minute') AS unsent,
        count(*) FILTER (WHERE state = 'sent' AND updated_at < ${now} - interval '5 minutes') AS unmined,
        count(*) FILTER (WHERE NOT agreed) AS disagreeing,
        count(*) FILTER (WHERE nonce IS NULL) AS renewing
        FROM blockchain.chain_transaction WHERE state NOT IN ('confirmed', 'reverted', 'superseded') OR NOT agreed`.execute(db)
      const unknown = await sql<{ unknown: bigint }>`SELECT count(*) AS unknown FROM blockchain.attempt WHERE operation_id IS NULL`.execute(
        db,
      )
      // Reverts of one day: a reverted mint or burn is not repeated, and a sweep that reverts repeatedly spends gas.
      const reverted = await sql<{ supply: bigint; sweeps: bigint }>`SELECT
        count(*) FILTER (WHERE kind IN ('mint', 'burn')) AS supply,
        count(*) FILTER (WHERE kind = 'sweep') AS sweeps
        FROM blockchain.chain_transaction WHERE state = 'reverted' AND updated_at > ${now} - interval '1 day'`.execute(db)
      const [{ supply, sweeps } = { supply: 0n, sweeps: 0n }] = reverted.rows
      const ofADay = { reverted_supply: supply, reverted_sweeps: sweeps }
      const forged = await sql<{ forged: bigint }>`SELECT count(*) AS forged FROM blockchain.state_history
        WHERE machine = 'blockchain.transaction' AND actor = 'system' AND from_state IN ('confirmed', 'reverted', 'superseded')
          AND at > ${now} - interval '1 day'`.execute(db)
      const away = { node_away: (await isNodeAway(node)) ? 1n : 0n }
      const figures = { ...intents.rows[0], ...open.rows[0], ...unknown.rows[0], ...ofADay, ...forged.rows[0], ...away }
      return Object.fromEntries(Object.entries(figures).map(([signal, value]) => [signal, Number(value)]))
    },
  }
}
