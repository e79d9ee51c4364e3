/** Metrics for alarms: refusals of the signer, and operations that are late. Each has its rules beside it. */
import { sql } from 'kysely'
import type { GuardedNode } from '../../../chain/client.ts'
import type { Database } from '../../../platform/database/database.ts'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { Clock } from '../../../platform/time/clock.ts'

const MEASURES = declareMeasures('chain_operations', {
  refused: {
    help: 'Operations that the signer refused, since they were never decided',
    rules: [
      {
        alert: 'SignerRefused',
        expr: 'max without (instance) (delta(tunjo_chain_operations_refused[1h])) > 0',
        severity: 'page',
        summary: 'The signer was asked for an operation that was never decided',
      },
    ],
  },
  unsigned: {
    help: 'Operations that were decided and are not signed for over a minute',
    rules: [
      {
        alert: 'ChainOperationUnsigned',
        when: '> 0',
        for: '1m',
        severity: 'page',
        summary: '{{ $value }} operations are not signed: the signer is dead, paused or at a limit',
      },
    ],
  },
  unsent: {
    help: 'Operations that are not sent for over a minute',
    rules: [
      {
        alert: 'ChainOperationUnsent',
        when: '> 0',
        for: '1m',
        severity: 'page',
        summary: '{{ $value }} operations are signed and not sent',
      },
    ],
  },
  unmined: {
    help: 'Operations that are in no block for over five minutes',
    rules: [
      {
        alert: 'ChainOperationUnmined',
        when: '> 0',
        for: '30s',
        severity: 'page',
        summary: '{{ $value }} operations are in no block for five minutes',
      },
    ],
  },
  disagreeing: {
    help: 'Operations whose end on the chain differs from the ledger',
    rules: [
      {
        alert: 'ChainDisagrees',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} operations ended on the chain otherwise than in the ledger',
      },
    ],
  },
  renewing: {
    help: 'Operations that wait for a new nonce',
    rules: [
      {
        alert: 'ChainOperationRenewing',
        when: '> 0',
        for: '1m',
        severity: 'page',
        summary: '{{ $value }} operations wait for a new nonce',
      },
    ],
  },
  unknown: {
    help: 'Transactions of the wallets without an operation',
    rules: [
      {
        alert: 'ChainTransactionUnknown',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} transactions of the wallets have no operation',
      },
    ],
  },
  reverted_supply: {
    help: 'Mints and burns of 24 hours that the chain reverted',
    rules: [{ alert: 'SupplyReverted', when: '> 0', severity: 'page', summary: 'The chain reverted {{ $value }} mints or burns' }],
  },
  reverted_sweeps: {
    help: 'Sweeps of 24 hours that the chain reverted',
    rules: [{ alert: 'SweepReverted', when: '> 0', severity: 'ticket', summary: 'The chain reverted {{ $value }} sweeps' }],
  },
  forged: {
    help: 'Ends of operations of 24 hours that another program wrote into the database',
    rules: [
      { alert: 'ChainResultForged', when: '> 0', severity: 'page', summary: '{{ $value }} ends of operations were forged in the database' },
    ],
  },
  node_away: {
    help: '1 while the node does not answer or is not trusted, else 0',
    ofProcess: true,
    rules: [
      {
        alert: 'ChainNodeAway',
        when: '> 0',
        for: '30s',
        severity: 'page',
        summary: 'The node of the chain does not answer or is not trusted',
      },
    ],
  },
})

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
    measures: MEASURES,
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
