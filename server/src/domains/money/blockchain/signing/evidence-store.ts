/** Business rows that the signer reads itself, with its own role; it writes none of them. Ledger rows are proved by their seals. */

import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { Connection } from '../../../../platform/database/database.ts'
import { findSealed } from '../../../../platform/database/sealed-rows.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import {
  type ApprovalFacts,
  type ColdSweepFacts,
  type FoundBookingFacts,
  foundBookingText,
  resumeText,
  type WithdrawalFacts,
} from '../evidence-seals.ts'

/** A trade as `trading.swap_to_sign` publishes it. Tokens are ids of the token list. */
export interface TradeEvidence {
  readonly accountId: string
  readonly tradeType: 'input' | 'output'
  readonly tokenIn: number
  readonly tokenOut: number
  readonly maximumIn: bigint
  readonly minimumOut: bigint
  readonly state: string
}

export async function findTradeEvidence(db: Connection, tradeId: string): Promise<TradeEvidence | null> {
  const found = await sql<TradeEvidence>`SELECT account_id AS "accountId", trade_type AS "tradeType", token_in AS "tokenIn",
      token_out AS "tokenOut", maximum_in AS "maximumIn", minimum_out AS "minimumOut", state
    FROM trading.swap_to_sign WHERE id = ${tradeId}`.execute(db)
  return found.rows[0] ?? null
}

/** A token withdrawal as `crypto.withdrawal_to_sign` publishes it. Addresses are in lower case. */
export interface WithdrawalEvidence extends WithdrawalFacts {
  readonly address: Address
  readonly asset: AssetCode
  readonly receiverId: string | null
  readonly seal: string
  readonly state: string
  readonly approval: (ApprovalFacts & { readonly seal: string }) | null
  /** Number of reviews by officers, policy or a list, and the officers of the last release. */
  readonly reviews: number
  readonly release: (ApprovalFacts & { readonly seal: string }) | null
  readonly saved: { readonly accountId: string; readonly address: string; readonly seal: string }
  readonly savedAt: Date
  /** True when its account was frozen meanwhile. */
  readonly isStopped: boolean
}
interface WithdrawalColumns extends Omit<WithdrawalEvidence, 'approval' | 'release' | 'saved'> {
  readonly makerId: string | null
  readonly checkerId: string | null
  readonly approvalSeal: string | null
  readonly releaseSeal: string | null
  readonly savedAccountId: string
  readonly savedAddress: string
  readonly savedSeal: string
}

export async function findWithdrawalEvidence(db: Connection, id: string): Promise<WithdrawalEvidence | null> {
  const found = await sql<WithdrawalColumns>`SELECT id, account_id AS "accountId", saved_address_id AS "savedAddressId", address,
      receiver_id AS "receiverId", asset, amount, fee, seal, state, maker_id AS "makerId", checker_id AS "checkerId",
      approval_seal AS "approvalSeal", saved_account_id AS "savedAccountId", saved_address AS "savedAddress", saved_at AS "savedAt",
      saved_seal AS "savedSeal", is_stopped AS "isStopped", reviews, release_seal AS "releaseSeal"
    FROM crypto.withdrawal_to_sign WHERE id = ${id}`.execute(db)
  const [row] = found.rows
  if (!row) return null
  const { makerId, checkerId, approvalSeal, releaseSeal, savedAccountId, savedAddress, savedSeal, ...rest } = row
  const agreedBy = (seal: string | null) => (makerId && checkerId && seal ? { makerId, checkerId, seal } : null)
  return {
    ...rest,
    approval: agreedBy(approvalSeal),
    release: agreedBy(releaseSeal),
    saved: { accountId: savedAccountId, address: savedAddress, seal: savedSeal },
  }
}

/** Decision of two officers about a found transaction. Rows without our seal have no effect. */
export async function findFoundBooking(
  db: Connection,
  seals: Pick<EvidenceSeals, 'isSealOf'>,
  of: { readonly withdrawalId: string } | { readonly hash: Hex },
): Promise<FoundBookingFacts | null> {
  const which = 'hash' in of ? sql`hash = ${of.hash}` : sql`withdrawal_id = ${of.withdrawalId}`
  const { found } = await findSealed<FoundBookingFacts & { seal: string }>({
    isOurs: (row) => seals.isSealOf(foundBookingText(row), row.seal),
    isBefore: (one, other) => one.at < other.at,
    async page(afterId, limit) {
      const rows = await sql<
        FoundBookingFacts & { seal: string }
      >`SELECT id, hash, block_hash AS "blockHash", withdrawal_id AS "withdrawalId",
          moved, maker_id AS "makerId", checker_id AS "checkerId", at, seal
        FROM crypto.found_booking WHERE ${which} AND id > ${afterId} ORDER BY id LIMIT ${limit}`.execute(db)
      return rows.rows
    },
  })
  return found
}

/** True while a pause of withdrawals is in force: a pause without a resume that two officers sealed. */
export async function isRailPaused(db: Connection, seals: Pick<EvidenceSeals, 'isSealOf'>): Promise<boolean> {
  const found = await sql<{ id: string; makerId: string | null; checkerId: string | null; seal: string | null }>`SELECT id,
      maker_id AS "makerId", checker_id AS "checkerId", seal FROM crypto.pause_to_heed`.execute(db)
  const over = new Set<string>()
  for (const { id, makerId, checkerId, seal } of found.rows)
    if (makerId && checkerId && seal && seals.isSealOf(resumeText(id, { makerId, checkerId }), seal)) over.add(id)
  return found.rows.some(({ id }) => !over.has(id))
}

/** Reason why nothing is paid out for the account now: a cooldown, a freeze, a suspension, or its risk. */
export async function payoutBlock(db: Connection, accountId: string, now: Date): Promise<string | null> {
  const found = await sql<{
    cause: string
  }>`SELECT cause FROM identity.payout_block WHERE account_id = ${accountId} AND (until IS NULL OR until > ${now})
    UNION ALL SELECT 'risk' FROM risk.payout_block WHERE account_id = ${accountId} LIMIT 1`.execute(db)
  return found.rows[0]?.cause ?? null
}

/** A sweep to the cold wallet as `treasury.movement_to_sign` publishes it. The address is in lower case. */
export interface ColdSweepEvidence extends ColdSweepFacts {
  readonly asset: AssetCode
  readonly coldAddress: Address
  readonly state: string
  readonly makerId: string
  readonly checkerId: string
  readonly seal: string
}

export async function findColdSweepEvidence(db: Connection, id: string): Promise<ColdSweepEvidence | null> {
  const found = await sql<ColdSweepEvidence>`SELECT id, asset, amount, cold_address AS "coldAddress", state, maker_id AS "makerId",
      checker_id AS "checkerId", seal
    FROM treasury.movement_to_sign WHERE id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Ids of the postings of this business record that may have moved its pesos. */
export async function findPesosMoved(
  db: Connection,
  { ref, codes, kind }: { ref: string; codes: readonly string[]; kind: 'post' | 'settle' | 'reverse' },
): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT transfer_id AS id FROM ledger.entry
    WHERE ref = ${ref} AND code = ANY(${[...codes]}::text[]) AND kind = ${kind} AND asset = 'COP' AND side = 'credit'`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Signed amount of the asset since then, by this kind of operation, in the signer's own book. */
export async function signedSince(db: Connection, { kind, asset }: { kind: string; asset: AssetCode }, since: Date): Promise<bigint> {
  const found = await sql<{ total: bigint }>`SELECT coalesce(sum(amount), 0)::numeric AS total FROM blockchain.chain_transaction
    WHERE kind = ${kind} AND asset = ${asset} AND created_at > ${since}`.execute(db)
  return found.rows[0]?.total ?? 0n
}

export async function countSince(db: Connection, kind: string, since: Date): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM blockchain.chain_transaction
    WHERE kind = ${kind} AND created_at > ${since}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Sweeps with this call in the signer's own book. Intents cannot be changed, so a signed sweep still has its call. */
export async function countSweeps(db: Connection, data: Hex, since: Date): Promise<number> {
  const found = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM blockchain.chain_transaction JOIN blockchain.intent USING (operation_id)
    WHERE chain_transaction.kind = 'sweep' AND chain_transaction.created_at > ${since} AND intent.request ->> 'data' = ${data}`.execute(db)
  return found.rows[0]?.count ?? 0
}
