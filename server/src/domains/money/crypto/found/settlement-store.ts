/** SQL of the officers' settlements of transactions in suspense: sealed, since another role could write rows too. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { readSealed } from '../../../../platform/database/sealed-rows.ts'
import type { CryptoContext } from '../context.ts'

export interface FoundSettlement {
  readonly id: string
  readonly hash: string
  readonly bookingId: string
  /** Null when the platform bears it. */
  readonly accountId: string | null
  /** Moves of the transaction as the booking has them, as text. */
  readonly moved: string
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}
interface SettlementRow extends FoundSettlement {
  readonly seal: string
}

/** No field can contain the separator. */
const settlementText = ({ id, hash, bookingId, accountId, moved, makerId, checkerId, at }: FoundSettlement): string =>
  ['found-settlement', id, hash, bookingId, accountId ?? '', moved, makerId, checkerId, at.toISOString()].join('|')

/** The caller has locked the transaction and found no settlement of it. */
export async function insertFoundSettlement(
  tx: Transaction,
  { seals }: Pick<CryptoContext, 'seals'>,
  settlement: FoundSettlement,
): Promise<void> {
  const { id, hash, bookingId, accountId, moved, makerId, checkerId, at } = settlement
  await sql`INSERT INTO crypto.found_settlement (id, hash, booking_id, account_id, moved, maker_id, checker_id, at, seal)
    VALUES (${id}, ${hash}, ${bookingId}, ${accountId}, ${moved}, ${makerId}, ${checkerId}, ${at}, ${seals.seal(settlementText(settlement))})`.execute(
    tx,
  )
}

/** First settlement of each hash with a valid seal. Rows with another seal settle nothing, and are a log event. */
export async function foundSettlements(
  { seals, log, isNews }: Pick<CryptoContext, 'seals' | 'log' | 'isNews'>,
  connection: Connection,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, FoundSettlement>> {
  const ours = await readSealed<SettlementRow>(
    {
      isOurs: (row) => seals.isSealOf(settlementText(row), row.seal),
      async page(afterId, limit) {
        const rows = await sql<SettlementRow>`SELECT id, hash, booking_id AS "bookingId", account_id AS "accountId", moved,
            maker_id AS "makerId", checker_id AS "checkerId", at, seal
          FROM crypto.found_settlement WHERE hash = ANY(${[...hashes]}) AND id > ${afterId} ORDER BY id LIMIT ${limit}`.execute(connection)
        return rows.rows
      },
    },
    ({ hash }) => {
      if (isNews(`found_settlement ${hash}`, 'forged'))
        log.error({ securityEvent: 'payment_unproved', hash, fault: 'found_settlement' }, 'a settlement of suspense has a wrong seal')
    },
  )
  const first = new Map<string, FoundSettlement>()
  for (const { seal: _, ...settlement } of ours.toSorted((one, other) => other.at.getTime() - one.at.getTime()))
    first.set(settlement.hash, settlement)
  return first
}
