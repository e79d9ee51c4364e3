/**
 * Verification that officers released a token withdrawal that was held for review. The product can change its state, which is therefore not
 * trusted: its history, which is append-only, has the number of holds, and the last one needs a seal (docs/decisions/0045-sealed-rows.md).
 */
import { ASSET_CODES } from '@tunjo/contract/money'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Connection } from '../../../../platform/database/database.ts'
import { sealOldRows } from '../../../../platform/database/seal-old-rows.ts'
import { listedReleaseText, releaseText } from '../../blockchain/index.ts'
import type { CryptoContext } from '../context.ts'
import { CRYPTO_WITHDRAWAL_MACHINE } from './states.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

export async function reviewsOf(connection: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  const counted = await sql<{ id: string; reviews: number }>`SELECT subject_id AS id, count(*)::int AS reviews FROM crypto.state_history
    WHERE machine = ${CRYPTO_WITHDRAWAL_MACHINE.name} AND subject_id = ANY(${[...ids]}) AND to_state = 'IN_REVIEW' GROUP BY subject_id`.execute(
    connection,
  )
  return new Map(counted.rows.map(({ id, reviews }) => [id, reviews]))
}

/** A withdrawal without a review leaves automatically. */
export async function isReleased({ seals }: Pick<CryptoContext, 'seals'>, connection: Connection, row: WithdrawalRow): Promise<boolean> {
  const reviews = (await reviewsOf(connection, [row.id])).get(row.id) ?? 0
  if (reviews === 0) return true
  const { makerId, checkerId, releaseSeal } = row
  return makerId !== null && checkerId !== null && seals.isSealOf(releaseText(row, { reviews, makerId, checkerId }), releaseSeal)
}

/**
 * Whether two officers who saw its address as listed released it: another screening would block its customer again. The row's own list
 * result is not trusted.
 */
export async function isReleasedAsListed(
  { seals }: Pick<CryptoContext, 'seals'>,
  connection: Connection,
  row: WithdrawalRow,
): Promise<boolean> {
  const { makerId, checkerId, listedSeal } = row
  if (makerId === null || checkerId === null || listedSeal === null) return false
  const reviews = (await reviewsOf(connection, [row.id])).get(row.id) ?? 0
  return seals.isSealOf(listedReleaseText(row, { reviews, makerId, checkerId }), listedSeal)
}

/** Seals of two officers who release it. `isListed`: they saw its address as listed. */
export const sealsOfRelease = (
  { seals }: Pick<CryptoContext, 'seals'>,
  row: WithdrawalRow,
  release: Parameters<typeof releaseText>[1],
  isListed: boolean,
) => ({
  release_seal: seals.seal(releaseText(row, release)),
  listed_seal: isListed ? seals.seal(listedReleaseText(row, release)) : null,
})

const amount = z.string().transform(BigInt)
/** As the migration recorded it. */
const OldWithdrawal = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  savedAddressId: z.uuid(),
  address: z.string(),
  asset: z.enum(ASSET_CODES),
  amount,
  fee: amount,
  makerId: z.uuid(),
  checkerId: z.uuid(),
  reviews: z.int(),
})

/** Seal the releases of two officers from before the introduction of these seals. */
export const sealOldReleases = ({ db, seals }: Pick<CryptoContext, 'db' | 'seals'>): Promise<number> =>
  sealOldRows(db, {
    schema: 'crypto',
    table: 'withdrawal',
    column: 'release_seal',
    columnsOf(old) {
      const row = OldWithdrawal.parse(old)
      return { release_seal: { value: seals.seal(releaseText(row, row)), type: 'text' } }
    },
  })
