/** SQL of bookings: decisions of two officers about approved payments that were in no book. */
import { BOOKABLE_KINDS, BOOKABLE_PAYOUT_KINDS } from '@tunjo/contract/payment-anomalies'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { readSealed } from '../../../../platform/database/sealed-rows.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { PaymentsContext } from '../context.ts'
import { type BookingFacts, bookingText } from '../sealed-texts.ts'
import { type AnomalyRow, COLUMNS } from './anomaly-store.ts'
import type { AnomalyState } from './states.ts'

export async function findAnomaly(connection: Connection, id: string): Promise<AnomalyRow | null> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/** The caller holds the lock of the deposit with its reference, if there is one: crediting a payment takes the same locks in this order. */
export async function lockAnomalyById(tx: Transaction, id: string): Promise<AnomalyRow | null> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** Lock the anomaly of a kind that has this id of the provider. Null when there is none. */
export async function findOfProvider(
  tx: Transaction,
  { kind, provider, providerId }: Pick<AnomalyRow, 'kind' | 'provider' | 'providerId'>,
): Promise<AnomalyRow | null> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly
    WHERE kind = ${kind} AND provider = ${provider} AND provider_id = ${providerId} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/**
 * The newest anomaly of a payment that two officers booked, whatever the provider or the row claims since; else a row that claims a booking
 * without one, which is compared as a difference.
 */
export async function lockBooked(context: BookingContext, tx: Transaction, transactionId: string): Promise<AnomalyRow | null> {
  const { rows } =
    await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE kind = ANY(${[...BOOKABLE_KINDS]}) AND provider = 'wompi'
    AND provider_id = ${transactionId} ORDER BY id DESC FOR UPDATE`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const bookings = ids.length > 0 ? await bookingsOf(context, tx, ids) : new Map<string, Bookings>()
  const isProved = ({ id }: AnomalyRow) => (bookings.get(id)?.proved.length ?? 0) > 0
  return rows.find(isProved) ?? rows.find(({ bookedAt }) => bookedAt !== null) ?? null
}

export async function insertBooking(tx: Transaction, seals: EvidenceSeals, booking: BookingFacts & { readonly at: Date }): Promise<void> {
  const { id, anomalyId, provider, providerId, reference, amount, accountId, makerId, checkerId, at } = booking
  await sql`INSERT INTO payments.anomaly_booking (id, anomaly_id, provider, provider_id, reference, amount, account_id, maker_id, checker_id, at, seal)
    VALUES (${id}, ${anomalyId}, ${provider}, ${providerId}, ${reference}, ${amount}, ${accountId}, ${makerId}, ${checkerId}, ${at},
      ${seals.seal(bookingText(booking))})`.execute(tx)
}

/** Bookings of one anomaly: those with a valid seal, oldest first, and the number of rows without one, which book nothing. */
export interface Bookings {
  readonly proved: readonly (BookingFacts & { readonly at: Date })[]
  readonly forged: number
}
type BookingContext = Pick<PaymentsContext, 'isNews' | 'log' | 'seals'>
/** As text, since a forged row may hold a value that is not a number. */
type BookingRow = Omit<BookingFacts, 'amount'> & { amount: string; at: Date; seal: string }

const BOOKING = sql`id, anomaly_id AS "anomalyId", provider, provider_id AS "providerId", reference, amount::text AS amount,
  account_id AS "accountId", maker_id AS "makerId", checker_id AS "checkerId", at, seal`

const isSealed = (seals: EvidenceSeals, { seal, at: _, ...booking }: BookingRow): boolean => seals.isSealOf(bookingText(booking), seal)

/** Bookings of each anomaly that has rows. */
export async function bookingsOf(
  context: BookingContext,
  connection: Connection,
  anomalyIds: readonly string[],
): Promise<Map<string, Bookings>> {
  const found = new Map<string, { proved: (BookingFacts & { at: Date })[]; forged: number }>()
  const ofAnomaly = (id: string) => {
    const one = found.get(id) ?? { proved: [], forged: 0 }
    found.set(id, one)
    return one
  }
  const ours = await readSealed<BookingRow>(
    {
      isOurs: (row) => isSealed(context.seals, row),
      async page(afterId, limit) {
        const rows = await sql<BookingRow>`SELECT ${BOOKING} FROM payments.anomaly_booking
          WHERE anomaly_id = ANY(${[...anomalyIds]}::uuid[]) AND id > ${afterId} ORDER BY id LIMIT ${limit}`.execute(connection)
        return rows.rows
      },
    },
    ({ anomalyId }) => {
      ofAnomaly(anomalyId).forged += 1
    },
  )
  const inOrder = ours.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const { seal: _, amount, ...booking } of inOrder) ofAnomaly(booking.anomalyId).proved.push({ ...booking, amount: BigInt(amount) })
  for (const [anomalyId, { forged }] of found) if (forged > 0) reportForgedBooking(context, anomalyId)
  return found
}

/** Report once for each anomaly in each process. */
function reportForgedBooking({ isNews, log }: Pick<BookingContext, 'isNews' | 'log'>, anomalyId: string): void {
  if (isNews(`anomaly_booking ${anomalyId}`, 'forged'))
    log.error({ securityEvent: 'payment_unproved', anomalyId, fault: 'booking' }, 'a booking of a payment that no two officers made')
}

/** References of payouts that no withdrawal has and that are not ended, or were booked within a day: their burn follows their booking. */
export async function payoutsAwaitingBurn(connection: Connection, now: Date): Promise<string[]> {
  const found = await sql<{ reference: string }>`SELECT reference FROM payments.anomaly WHERE kind = 'payout_unknown'
    AND (ended_at IS NULL OR booked_at > ${now}::timestamptz - interval '1 day')`.execute(connection)
  return found.rows.map(({ reference }) => reference)
}

/** The first booking, by which its pesos entered the books. Null without one that carries a valid seal. */
export async function findBooking(context: BookingContext, connection: Connection, anomalyId: string): Promise<BookingFacts | null> {
  return (await bookingsOf(context, connection, [anomalyId])).get(anomalyId)?.proved[0] ?? null
}

/** Count open approved payments in pesos, and payouts that may have been paid, that two officers have not booked. */
export async function countUnbooked(context: BookingContext, tx: Transaction): Promise<number> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.anomaly WHERE state = 'OPEN' AND kind = ANY(${[...BOOKABLE_KINDS]})
    AND status = 'APPROVED' AND currency = 'COP' UNION ALL SELECT id FROM payments.anomaly
    WHERE state = 'OPEN' AND kind = ANY(${[...BOOKABLE_PAYOUT_KINDS]}) AND amount > booked`.execute(tx)
  const ids = found.rows.map(({ id }) => id)
  const bookings = await bookingsOf(context, tx, ids)
  return ids.filter((id) => (bookings.get(id)?.proved.length ?? 0) === 0).length
}

interface Status {
  readonly state: AnomalyState
  readonly bookedAt: Date | null
  /** True when the row claims a booking that two officers did not make, or hides one that they made. */
  readonly isAltered: boolean
}
/** Valid sealed bookings decide whether it is booked; the row's state counts where it does not contradict them. */
export function bookingState({ state, bookedAt }: Pick<AnomalyRow, 'state' | 'bookedAt'>, proved: Bookings['proved']): Status {
  const bookedBy = proved[0]?.at ?? null
  if ((bookedAt === null) === (bookedBy === null)) return { state, bookedAt, isAltered: false }
  return { state: bookedBy ? 'BOOKED' : 'OPEN', bookedAt: bookedBy, isAltered: true }
}

/** A row that claims a booking, or a booking of it; without a booking its id is null. */
type Claim = { claimedId: string; bookedAt: Date | null } & (BookingRow | Record<keyof BookingRow, null>)
/** One to suspense and a later one to its customer. */
const BOOKINGS_MAX = 2
const ANOMALIES_AT_ONCE = 100
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface ForgedBookings {
  readonly texts: readonly string[]
  /** True when the row hides a booking of two officers. */
  readonly isHidden: boolean
}

/**
 * Anomalies with a booking that two officers did not make, and those whose row contradicts their bookings, each with the finding as text.
 * No more bookings of an anomaly are read than can be valid, however many were planted.
 */
export async function forgedBookings(context: BookingContext, connection: Connection): Promise<Map<string, ForgedBookings>> {
  const forged = new Map<string, ForgedBookings>()
  for (let afterId = BEFORE_ALL; ; ) {
    const found = await sql<Claim>`SELECT booked.id AS "claimedId", booked.booked_at AS "bookedAt", booking.*
      FROM (SELECT id, booked_at FROM payments.anomaly WHERE id > ${afterId} AND (booked_at IS NOT NULL
        OR EXISTS (SELECT FROM payments.anomaly_booking WHERE anomaly_id = anomaly.id)) ORDER BY id LIMIT ${ANOMALIES_AT_ONCE}) AS booked
      LEFT JOIN LATERAL (SELECT ${BOOKING} FROM payments.anomaly_booking WHERE anomaly_id = booked.id ORDER BY id LIMIT ${BOOKINGS_MAX + 1})
        AS booking ON true ORDER BY booked.id`.execute(connection)
    const last = found.rows.at(-1)
    if (!last) break
    const counts = new Map<string, number>()
    for (const row of found.rows) {
      const { claimedId, bookedAt, ...booking } = row
      const count = (counts.get(claimedId) ?? 0) + 1
      counts.set(claimedId, count)
      const isOurs = booking.id !== null && isSealed(context.seals, booking)
      if (count <= BOOKINGS_MAX && isOurs && bookedAt !== null) continue
      const text = booking.id === null ? 'booked without a booking' : `${bookingText(booking)} ${booking.seal}`
      const { texts, isHidden } = forged.get(claimedId) ?? { texts: [], isHidden: false }
      forged.set(claimedId, { texts: [...texts, text], isHidden: isHidden || (isOurs && bookedAt === null) })
    }
    afterId = last.claimedId
  }
  for (const anomalyId of forged.keys()) reportForgedBooking(context, anomalyId)
  return forged
}

/** True while the provider no longer confirms what was booked. `depositId` is the anomaly's id too. */
export async function isBookingOpen(tx: Transaction, depositId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM payments.anomaly WHERE id = ${depositId} AND state <> 'BOOKED'`.execute(tx)
  return found.rows.length > 0
}
