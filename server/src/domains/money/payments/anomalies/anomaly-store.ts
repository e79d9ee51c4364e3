/** SQL of anomalies: differences between a provider's record and the books. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { AnomalyKind } from '../types.ts'
import { ANOMALY_STATES, type AnomalyState } from './states.ts'

interface PayerOnRecord {
  readonly name: string
  readonly document: string
  readonly email: string
}

export interface AnomalyFacts {
  readonly kind: AnomalyKind
  readonly provider: 'wompi' | 'wompi-payouts'
  readonly providerId: string
  readonly reference: string
  /** The deposit or withdrawal; null when the payment matches none. */
  readonly movementId: string | null
  readonly accountId: string | null
  /** Cents that the books have for it. */
  readonly booked: bigint
  /** Amount by the provider's record, like the following fields. */
  readonly amount: bigint
  readonly currency: string
  readonly status: string
  readonly payer: PayerOnRecord
  readonly fields: readonly string[]
}
export interface AnomalyRow extends AnomalyFacts {
  readonly id: string
  readonly state: AnomalyState
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly confirmedAt: Date | null
  /** Time at which two officers booked it, whatever the provider answered since. */
  readonly bookedAt: Date | null
}

export const COLUMNS = sql`id, kind, provider, provider_id AS "providerId", reference, movement_id AS "movementId", account_id AS "accountId", booked, amount,
  currency, status, payer, fields, state, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt", confirmed_at AS "confirmedAt",
  booked_at AS "bookedAt"`

/** Null when it is known: two concurrent checks insert one row. */
export async function insertAnomaly(tx: Transaction, facts: AnomalyFacts, at: Date): Promise<AnomalyRow | null> {
  const { kind, provider, providerId, reference, movementId, accountId, booked, amount, currency, status, payer, fields } = facts
  const inserted =
    await sql<AnomalyRow>`INSERT INTO payments.anomaly (id, kind, provider, provider_id, reference, movement_id, account_id, booked,
      amount, currency, status, payer, fields, state, first_seen_at, last_seen_at, checked_at)
    VALUES (${newId()}, ${kind}, ${provider}, ${providerId}, ${reference}, ${movementId}, ${accountId}, ${booked}, ${amount}, ${currency}, ${status},
      ${JSON.stringify(payer)}, ${fields}::text[], ${ANOMALY_STATES.initial}, ${at}, ${at}, ${at})
    ON CONFLICT (kind, provider, provider_id) DO NOTHING RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}

export async function lockAnomaly(
  tx: Transaction,
  { kind, provider, providerId }: Pick<AnomalyFacts, 'kind' | 'provider' | 'providerId'>,
): Promise<AnomalyRow> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly
    WHERE kind = ${kind} AND provider = ${provider} AND provider_id = ${providerId} FOR UPDATE`.execute(tx)
  const [row] = found.rows
  if (!row) throw new Error('anomalies are never removed')
  return row
}

/** Save the record as it was last read. */
export async function saveRecord(tx: Transaction, id: string, facts: AnomalyFacts, at: Date): Promise<void> {
  const { booked, amount, currency, status, payer, fields } = facts
  await sql`UPDATE payments.anomaly SET booked = ${booked}, amount = ${amount}, currency = ${currency}, status = ${status},
    payer = ${JSON.stringify(payer)}, fields = ${fields}::text[], last_seen_at = ${at}, checked_at = ${at} WHERE id = ${id}`.execute(tx)
}

export async function lockCurrent(
  tx: Transaction,
  { kinds, movementId, providerId }: { kinds: readonly AnomalyKind[]; movementId?: string; providerId?: string },
): Promise<AnomalyRow[]> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE ended_at IS NULL AND kind = ANY(${[...kinds]})
    AND (movement_id = ${movementId ?? null}::uuid OR provider_id = ${providerId ?? null}) ORDER BY id FOR UPDATE`.execute(tx)
  return found.rows
}

export interface DueAnomaly {
  readonly id: string
  readonly kind: AnomalyKind
  readonly provider: AnomalyFacts['provider']
  readonly providerId: string
  readonly movementId: string | null
  readonly bookedAt: Date | null
}
interface Due {
  readonly provider: AnomalyFacts['provider']
  readonly now: Date
  readonly seenBefore: Date
  readonly openBefore: Date
  readonly decidedSince: Date
  readonly limit: number
}
/**
 * Anomalies of one provider that are due for a check, the oldest check first: those seen once, after `confirmMs`; the others daily, also
 * those that two officers booked since `decidedSince`, or whose credit they ended since then. The append-only decisions count: a forged row
 * could claim that it was never booked, booked long ago, or checked in the future.
 */
export async function dueAnomalies(
  connection: Connection,
  { provider, now, seenBefore, openBefore, decidedSince, limit }: Due,
): Promise<DueAnomaly[]> {
  const found =
    await sql<DueAnomaly>`SELECT id, kind, provider, provider_id AS "providerId", movement_id AS "movementId", booked_at AS "bookedAt"
    FROM payments.anomaly WHERE (ended_at IS NULL OR EXISTS (SELECT FROM payments.anomaly_booking WHERE anomaly_id = anomaly.id AND at > ${decidedSince})
        OR (kind = 'deposit_taken_back' AND EXISTS (SELECT FROM payments.taken_back
          WHERE deposit_id = anomaly.movement_id AND change = 'ended' AND at > ${decidedSince})))
      AND provider = ${provider} AND (checked_at > ${now} OR checked_at <= CASE state WHEN 'SEEN' THEN ${seenBefore}::timestamptz ELSE ${openBefore}::timestamptz END)
    ORDER BY checked_at, id LIMIT ${limit}`.execute(connection)
  return found.rows
}

export async function recordAnomalyCheck(connection: Connection, id: string, at: Date): Promise<void> {
  await sql`UPDATE payments.anomaly SET checked_at = ${at} WHERE id = ${id} AND checked_at <> ${at}`.execute(connection)
}

/** All confirmed anomalies: other amounts first, since they stop pesos, then the oldest. Payments that were taken back have their own table. */
export async function openAnomalies(connection: Connection): Promise<AnomalyRow[]> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE state = 'OPEN' AND kind <> 'deposit_taken_back'
    ORDER BY kind IN ('deposit_amount', 'payout_amount') DESC, confirmed_at, id`.execute(connection)
  return found.rows
}

export interface ListedAnomaly extends AnomalyRow {
  readonly checkedAt: Date
  readonly endedAt: Date | null
}
/** Open anomalies first, then those seen once, then the newest. */
export async function anomalyPage(
  connection: Connection,
  { state, pageIndex, size }: { state?: AnomalyState | undefined; pageIndex: number; size: number },
): Promise<{ rows: ListedAnomaly[]; total: number }> {
  const asked = state ? sql`state = ${state}` : sql`true`
  const found = await sql<ListedAnomaly>`SELECT ${COLUMNS}, checked_at AS "checkedAt", ended_at AS "endedAt"
    FROM payments.anomaly WHERE ${asked} ORDER BY state = 'OPEN' DESC, state = 'SEEN' DESC, first_seen_at DESC, id LIMIT ${size} OFFSET ${pageIndex * size}`.execute(
    connection,
  )
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM payments.anomaly WHERE ${asked}`.execute(connection)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
