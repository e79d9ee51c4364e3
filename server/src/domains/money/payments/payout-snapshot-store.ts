/** SQL of the consistent snapshot of ledger and payouts provider: booked and in-flight payouts, in one database snapshot. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { PaymentsContext } from './context.ts'

type StoreContext = Pick<PaymentsContext, 'clock' | 'db' | 'ledger'>

export interface SnapshotBooks {
  /** Balance that the ledger expects at the provider. */
  readonly booked: bigint
  /** Withdrawals that are not settled and for which it may have taken money. */
  readonly open: readonly string[]
  /** Ids of the attempts of the last minutes. */
  readonly attempts: ReadonlySet<string>
}

const OPEN_MAX = 10_000
/** Older attempts are in every list of open ones, or ended long ago; clocks of processes differ by less. */
const RECENT_MS = 5 * 60_000

export function readBooks({ clock, db, ledger }: StoreContext): Promise<SnapshotBooks> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    const totals = await ledger.totals(tx)
    const booked = totals.filter(({ name, asset }) => name === 'payouts' && asset === 'COP').reduce((sum, { posted }) => sum - posted, 0n)
    const open = await openPayouts(tx)
    if (open.length > OPEN_MAX) throw new Error('too many payouts are in flight to check')
    const attempts = await recentAttempts(tx, clock.now())
    return { booked, open, attempts: new Set(attempts.map(({ id }) => id)) }
  })
}

/** Withdrawals with an attempt that is not in those books, ended or not. */
export async function sentSince({ clock, db }: StoreContext, { attempts }: SnapshotBooks): Promise<string[]> {
  const recent = await recentAttempts(db, clock.now())
  return [...new Set(recent.filter(({ id }) => !attempts.has(id)).map(({ withdrawalId }) => withdrawalId))]
}

async function openPayouts(connection: Connection): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.withdrawal
    WHERE state IN ('SENDING', 'UNKNOWN', 'PROCESSING') ORDER BY id LIMIT ${OPEN_MAX + 1}`.execute(connection)
  return found.rows.map(({ id }) => id)
}

interface RecentAttempt {
  readonly id: string
  readonly withdrawalId: string
}
async function recentAttempts(connection: Connection, now: Date): Promise<RecentAttempt[]> {
  const found = await sql<RecentAttempt>`SELECT id, withdrawal_id AS "withdrawalId" FROM payments.payout_attempt
    WHERE at > ${new Date(now.getTime() - RECENT_MS)}`.execute(connection)
  return found.rows
}
