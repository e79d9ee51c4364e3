/** SQL of bookings of found transactions by two officers: sealed, since another role could write rows too. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { readSealed } from '../../../../platform/database/sealed-rows.ts'
import { type FoundBookingFacts, foundBookingText } from '../../blockchain/index.ts'
import type { CryptoContext } from '../context.ts'

interface BookingRow extends FoundBookingFacts {
  readonly seal: string
}

/** The caller has locked the transaction and found no booking of it. */
export async function insertFoundBooking(
  tx: Transaction,
  { seals }: Pick<CryptoContext, 'seals'>,
  booking: FoundBookingFacts,
): Promise<void> {
  const { id, hash, blockHash, withdrawalId, moved, makerId, checkerId, at } = booking
  await sql`INSERT INTO crypto.found_booking (id, hash, block_hash, withdrawal_id, moved, maker_id, checker_id, at, seal)
    VALUES (${id}, ${hash}, ${blockHash}, ${withdrawalId}, ${moved}, ${makerId}, ${checkerId}, ${at}, ${seals.seal(foundBookingText(booking))})`.execute(
    tx,
  )
}

/** First booking of each hash with a valid seal. Rows with another seal book nothing, and are a log event. */
export async function foundBookings(
  { seals, log, isNews }: Pick<CryptoContext, 'seals' | 'log' | 'isNews'>,
  connection: Connection,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, FoundBookingFacts>> {
  const ours = await readSealed<BookingRow>(
    {
      isOurs: (row) => seals.isSealOf(foundBookingText(row), row.seal),
      async page(afterId, limit) {
        const rows = await sql<BookingRow>`SELECT id, hash, block_hash AS "blockHash", withdrawal_id AS "withdrawalId", moved,
            maker_id AS "makerId", checker_id AS "checkerId", at, seal
          FROM crypto.found_booking WHERE hash = ANY(${[...hashes]}) AND id > ${afterId} ORDER BY id LIMIT ${limit}`.execute(connection)
        return rows.rows
      },
    },
    ({ hash }) => {
      if (isNews(`found_booking ${hash}`, 'forged'))
        log.error(
          { securityEvent: 'payment_unproved', hash, fault: 'found_booking' },
          'a booking of a transaction that no two officers made',
        )
    },
  )
  const first = new Map<string, FoundBookingFacts>()
  for (const { seal: _, ...booking } of ours.toSorted((one, other) => other.at.getTime() - one.at.getTime()))
    first.set(booking.hash, booking)
  return first
}

/** Key of a lock for one transaction of the chain: its row is in the signer's table, which the product cannot lock. */
const FOUND_LOCK = 7_406_084

/** Serialise bookings of one transaction. */
export async function lockFound(tx: Transaction, hash: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${FOUND_LOCK}, hashtext(${hash}))`.execute(tx)
}
