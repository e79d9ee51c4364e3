/**
 * Record differences between a provider's record and the books. A single answer is no proof: the anomaly opens, and officers see it, when a
 * later answer of the provider confirms it.
 */
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Aggregate, begin, move, officer, PROVIDER } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { AnomalyKind } from '../types.ts'
import { type AnomalyFacts, type AnomalyRow, insertAnomaly, lockAnomaly, lockCurrent, saveRecord } from './anomaly-store.ts'
import { ANOMALY_STATES, type AnomalyState } from './states.ts'

type Column = 'first_seen_at' | 'confirmed_at' | 'ended_at' | 'booked_at'
type Row = Pick<AnomalyRow, 'id' | 'state'>
type AnomalyContext = Pick<PaymentsContext, 'clock' | 'log' | 'settings'>

const aggregate: Aggregate<AnomalyState, Row, Column> = {
  machine: ANOMALY_STATES,
  table: 'anomaly',
  columns: ['first_seen_at', 'confirmed_at', 'ended_at', 'booked_at'],
  keyOf: ({ id }) => ({ id }),
}

/** `seen`: recorded for the first time, and to be checked again. The caller's transaction has locked the movement, if there is one. */
export async function recordAnomaly(context: AnomalyContext, tx: Transaction, facts: AnomalyFacts): Promise<'seen' | 'open'> {
  const at = context.clock.now()
  const row = await seenRow(tx, facts, at)
  await saveRecord(tx, row.id, facts, at)
  if (row.state === 'OPEN') return 'open'
  if (at.getTime() - row.firstSeenAt.getTime() < context.settings.confirmUnpaidMs) return 'seen'
  await move(tx, aggregate, row, { to: 'OPEN', at, actor: PROVIDER, set: { confirmed_at: at } })
  const { payer: _, booked, amount, ...named } = facts
  const logFacts = { securityEvent: 'provider_anomaly', anomalyId: row.id, booked: String(booked), amount: String(amount), ...named }
  context.log.error(logFacts, 'the record of a provider and the books differ; nothing was moved')
  return 'open'
}

async function seenRow(tx: Transaction, facts: AnomalyFacts, at: Date): Promise<Row & Pick<AnomalyRow, 'firstSeenAt'>> {
  const inserted = await insertAnomaly(tx, facts, at)
  if (inserted) {
    await begin(tx, aggregate, inserted, { at, actor: PROVIDER })
    return inserted
  }
  const known = await lockAnomaly(tx, facts)
  if (known.state !== 'GONE' && known.state !== 'BOOKED') return known
  await move(tx, aggregate, known, { to: 'SEEN', at, actor: PROVIDER, set: { first_seen_at: at, confirmed_at: null, ended_at: null } })
  return { id: known.id, state: 'SEEN', firstSeenAt: at }
}

/** End anomalies after the record agrees again. */
export async function endAnomalies(
  { clock }: Pick<PaymentsContext, 'clock'>,
  tx: Transaction,
  { exceptId, ...of }: { kinds: readonly AnomalyKind[]; movementId?: string; providerId?: string; exceptId?: string },
): Promise<void> {
  const at = clock.now()
  const rows = await lockCurrent(tx, of)
  for (const row of rows.filter(({ id }) => id !== exceptId))
    await move(tx, aggregate, row, { to: row.bookedAt ? 'BOOKED' : 'GONE', at, actor: PROVIDER, set: { ended_at: at } })
}

/** Two officers booked it; the caller holds its lock. Its amount in the books is the expected amount from now on. */
export async function markBooked(
  { clock }: Pick<PaymentsContext, 'clock'>,
  tx: Transaction,
  row: AnomalyRow,
  makerId: string,
): Promise<void> {
  const at = clock.now()
  await saveRecord(tx, row.id, { ...row, booked: row.amount }, at)
  await move(tx, aggregate, row, { to: 'BOOKED', at, actor: officer(makerId), set: { booked_at: at, ended_at: at } })
}

/** The record confirms the booking again, or its pesos were sent back. */
export async function restoreBooked(
  { clock }: Pick<PaymentsContext, 'clock'>,
  tx: Transaction,
  row: AnomalyRow,
  facts: AnomalyFacts,
): Promise<void> {
  const at = clock.now()
  await saveRecord(tx, row.id, facts, at)
  const set = { booked_at: row.bookedAt ?? at, ended_at: at }
  if (row.state !== 'BOOKED') await move(tx, aggregate, row, { to: 'BOOKED', at, actor: PROVIDER, set })
}
