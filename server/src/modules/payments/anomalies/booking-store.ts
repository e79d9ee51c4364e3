/** SQL of bookings: what two officers decided about approved payments that were in no book. */
import { BOOKABLE_KINDS } from '@tunjo/contract/payment-anomalies'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { EvidenceSeals } from '../../../platform/evidence-seals.ts'
import { readSealed } from '../../../platform/sealed-rows.ts'
import type { PaymentsContext } from '../context.ts'
import { type BookingFacts, bookingText } from '../sealed-texts.ts'
import { type AnomalyRow, COLUMNS } from './anomaly-store.ts'
import type { AnomalyState } from './states.ts'

export async function findAnomaly(connection: Connection, id: string): Promise<AnomalyRow | null> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/** The caller holds the lock of the deposit with its reference, where there is one: crediting a payment takes the same locks in this order. */
export async function lockAnomalyById(tx: Transaction, id: string): Promise<AnomalyRow | null> {
  const found = await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/**
 * Of a payment that two officers booked, whatever the provider said of it since and whatever its row says; else the row that says so without them, which
 * is compared as a difference.
 */
export async function lockBooked(context: BookingContext, tx: Transaction, transactionId: string): Promise<AnomalyRow | null> {
  const { rows } =
    await sql<AnomalyRow>`SELECT ${COLUMNS} FROM payments.anomaly WHERE kind = ANY(${[...BOOKABLE_KINDS]}) AND provider = 'wompi'
    AND provider_id = ${transactionId} ORDER BY id FOR UPDATE`.execute(tx)
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

/** Of one anomaly: what carries our seal, oldest first, and how many rows do not, which book nothing. */
export interface Bookings {
  readonly proved: readonly (BookingFacts & { readonly at: Date })[]
  readonly forged: number
}
type BookingContext = Pick<PaymentsContext, 'isNews' | 'log' | 'seals'>
/** As text, since a forged row may hold what is no number. */
type BookingRow = Omit<BookingFacts, 'amount'> & { amount: string; at: Date; seal: string }

const BOOKING = sql`id, anomaly_id AS "anomalyId", provider, provider_id AS "providerId", reference, amount::text AS amount,
  account_id AS "accountId", maker_id AS "makerId", checker_id AS "checkerId", at, seal`

const isSealed = (seals: EvidenceSeals, { seal, at: _, ...booking }: BookingRow): boolean => seals.isSealOf(bookingText(booking), seal)

/** Each anomaly that has rows. */
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

/** Once for each anomaly in each process. */
function reportForgedBooking({ isNews, log }: Pick<BookingContext, 'isNews' | 'log'>, anomalyId: string): void {
  if (isNews(`anomaly_booking ${anomalyId}`, 'forged'))
    log.error({ securityEvent: 'payment_unproved', anomalyId, fault: 'booking' }, 'a booking of a payment that no two officers made')
}

/** The first one, by which its pesos came into the books. Null without one that carries our seal. */
export async function findBooking(context: BookingContext, connection: Connection, anomalyId: string): Promise<BookingFacts | null> {
  return (await bookingsOf(context, connection, [anomalyId])).get(anomalyId)?.proved[0] ?? null
}

/** Approved payments in pesos that are open and that no two officers booked yet. */
export async function countUnbooked(context: BookingContext, tx: Transaction): Promise<number> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.anomaly WHERE state = 'OPEN' AND kind = ANY(${[...BOOKABLE_KINDS]})
    AND status = 'APPROVED' AND currency = 'COP'`.execute(tx)
  const ids = found.rows.map(({ id }) => id)
  const bookings = await bookingsOf(context, tx, ids)
  return ids.filter((id) => (bookings.get(id)?.proved.length ?? 0) === 0).length
}

interface Standing {
  readonly state: AnomalyState
  readonly bookedAt: Date | null
  /** The row says that it was booked where no two officers did, or that it was not where they did. */
  readonly isAltered: boolean
}
/** Whether it is booked is said by the bookings that carry our seal; what the row says counts where it does not contradict them. */
export function standingOf({ state, bookedAt }: Pick<AnomalyRow, 'state' | 'bookedAt'>, proved: Bookings['proved']): Standing {
  const bookedBy = proved[0]?.at ?? null
  if ((bookedAt === null) === (bookedBy === null)) return { state, bookedAt, isAltered: false }
  return { state: bookedBy ? 'BOOKED' : 'OPEN', bookedAt: bookedBy, isAltered: true }
}

/** A row that says that it was booked, or a booking of it: none when its id is null. */
type Claim = { claimedId: string; bookedAt: Date | null } & (BookingRow | Record<keyof BookingRow, null>)
/** To suspense and later to its customer. */
const BOOKINGS_MAX = 2
const ANOMALIES_AT_ONCE = 100
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface ForgedBookings {
  readonly texts: readonly string[]
  /** The row says that it was not booked, and two officers booked it. */
  readonly isHidden: boolean
}

/**
 * Anomalies with a booking that no two officers made, and those whose row contradicts their bookings, each with what was found as text. Of each no more
 * bookings are read than there can be true ones, however many were planted.
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

/** The provider no longer says what was booked. `depositId` is the anomaly's id too. */
export async function isBookingOpen(tx: Transaction, depositId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM payments.anomaly WHERE id = ${depositId} AND state <> 'BOOKED'`.execute(tx)
  return found.rows.length > 0
}
