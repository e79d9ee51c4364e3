/** SQL of bookings: what two officers decided about approved payments that were in no book. */
import { BOOKABLE_KINDS } from '@tunjo/contract/payment-anomalies'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { EvidenceSeals } from '../../../platform/evidence-seals.ts'
import { type BookingFacts, bookingText } from '../sealed-texts.ts'
import { type AnomalyRow, COLUMNS } from './anomaly-store.ts'

export async function findAnomaly(connection: Connection, id: string): Promise<AnomalyRow | null> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/** The caller holds the lock of the deposit with its reference, where there is one: crediting a payment takes the same locks in this order. */
export async function lockAnomalyById(tx: Transaction, id: string): Promise<AnomalyRow | null> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** Of a payment that was booked, whatever the provider said of it since. */
export async function lockBooked(tx: Transaction, transactionId: string): Promise<AnomalyRow | null> {
  const found =
    await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE kind = ANY(${[...BOOKABLE_KINDS]}) AND provider = 'wompi'
    AND provider_id = ${transactionId} AND booked_at IS NOT NULL FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function insertBooking(tx: Transaction, seals: EvidenceSeals, booking: BookingFacts & { readonly at: Date }): Promise<void> {
  const { id, anomalyId, provider, providerId, reference, amount, accountId, makerId, checkerId, at } = booking
  await sql`INSERT INTO payments.anomaly_booking (id, anomaly_id, provider, provider_id, reference, amount, account_id, maker_id, checker_id, at, seal)
    VALUES (${id}, ${anomalyId}, ${provider}, ${providerId}, ${reference}, ${amount}, ${accountId}, ${makerId}, ${checkerId}, ${at},
      ${seals.seal(bookingText(booking))})`.execute(tx)
}

/** The first one, by which its pesos came into the books. Null without one that carries our seal. */
export async function findBooking(connection: Connection, seals: EvidenceSeals, anomalyId: string): Promise<BookingFacts | null> {
  const found = await sql<
    BookingFacts & { seal: string }
  >`SELECT id, anomaly_id AS "anomalyId", provider, provider_id AS "providerId", reference, amount,
      account_id AS "accountId", maker_id AS "makerId", checker_id AS "checkerId", seal
    FROM payments.anomaly_booking WHERE anomaly_id = ${anomalyId} ORDER BY at, id`.execute(connection)
  return found.rows.find(({ seal, ...booking }) => seals.isSealOf(bookingText(booking), seal)) ?? null
}

export async function isBookedTo(connection: Connection, anomalyId: string, target: 'customer' | 'anybody'): Promise<boolean> {
  const found = await sql`SELECT 1 FROM payments.anomaly_booking WHERE anomaly_id = ${anomalyId}
    AND (account_id IS NOT NULL OR ${target === 'anybody'})`.execute(connection)
  return found.rows.length > 0
}

/** The provider no longer says what was booked. `depositId` is the anomaly's id too. */
export async function isBookingOpen(tx: Transaction, depositId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM payments.anomaly WHERE id = ${depositId} AND state <> 'BOOKED'`.execute(tx)
  return found.rows.length > 0
}
