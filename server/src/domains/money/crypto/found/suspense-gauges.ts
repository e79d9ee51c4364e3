/** Gauges of suspense: transfers of the wallets that two officers booked without a customer, and that were never settled. */
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../../platform/observability/gauges.ts'
import type { CryptoContext } from '../context.ts'
import { foundBookings } from './booking-store.ts'
import { movesIn, netOf } from './moved.ts'
import { foundSettlements } from './settlement-store.ts'

const MEASURES = declareMeasures('unidentified_transfers', {
  unsettled: { help: 'Transfers in the account unidentified_transfers that two officers have not settled', isNew: true },
  oldest_age_seconds: {
    help: 'Time since the oldest of these transfers was booked',
    isNew: true,
    rules: [
      {
        alert: 'UnidentifiedTransferUnsettled',
        when: '> 172800',
        severity: 'ticket',
        summary: 'A transfer has been in suspense for two days: two officers settle it with its customer or with the platform',
      },
    ],
  },
})

type Parts = Pick<CryptoContext, 'db' | 'clock' | 'isNews' | 'log' | 'seals'>

/** Only rows with our seal count, and moves between the platform's own wallets leave nothing to settle. */
export const suspenseGauges = ({ db, clock, ...sealed }: Parts): Gauges => ({
  measures: MEASURES,
  async read() {
    const rows = await sql<{ hash: string }>`SELECT DISTINCT hash FROM crypto.found_booking WHERE withdrawal_id IS NULL`.execute(db)
    const hashes = rows.rows.map(({ hash }) => hash)
    const [bookings, settlements] = [await foundBookings(sealed, db, hashes), await foundSettlements(sealed, db, hashes)]
    const open = [...bookings.values()].filter(
      ({ hash, withdrawalId, moved }) => withdrawalId === null && !settlements.has(hash) && netOf(movesIn(moved)).length > 0,
    )
    const now = clock.now().getTime()
    return { unsettled: open.length, oldest_age_seconds: Math.max(0, ...open.map(({ at }) => (now - at.getTime()) / 1_000)) }
  },
})
