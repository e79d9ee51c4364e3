/**
 * SQL of what officers read at the bank about payouts without an answer of the provider: the newest of a withdrawal counts, unless it was
 * withdrawn.
 */
import type { PayoutOutcome } from '@tunjo/contract/payments-officers'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { PaymentsContext } from '../context.ts'
import { outcomeText } from '../sealed-texts.ts'

interface WrittenWord {
  readonly withdrawalId: string
  /** Counted from 1 for each withdrawal. */
  readonly number: number
  readonly outcome: PayoutOutcome
  readonly bankReference: string
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}
export interface PayoutWord extends Omit<WrittenWord, 'at'> {
  readonly outcome: Exclude<PayoutOutcome, 'withdrawn'>
}

type WordContext = Pick<PaymentsContext, 'isNews' | 'log' | 'seals'>
/** Sealed columns: the time is not sealed and decides nothing. */
type WordRow = Omit<WrittenWord, 'at'> & { seal: string }
const COLUMNS = sql`withdrawal_id AS "withdrawalId", number, outcome, bank_reference AS "bankReference", maker_id AS "makerId",
  checker_id AS "checkerId", seal`
const isSealed = (seals: EvidenceSeals, { seal, ...word }: WordRow): boolean => seals.isSealOf(outcomeText(word), seal)

/** Report a forged row, once for each withdrawal in each process. */
function reportForgedWord({ isNews, log }: Pick<WordContext, 'isNews' | 'log'>, withdrawalId: string): void {
  if (isNews(`payout_word ${withdrawalId}`, 'forged'))
    log.error({ securityEvent: 'payment_unproved', withdrawalId, fault: 'word' }, 'a word of the bank that no two officers read')
}

/** The caller has locked the withdrawal. */
export async function insertOutcome(
  context: WordContext,
  tx: Transaction,
  given: Omit<WrittenWord, 'number'> & { reason: string },
): Promise<void> {
  const { seals } = context
  const { withdrawalId, outcome, bankReference, reason, makerId, checkerId, at } = given
  const number = ((await newestWord(context, tx, withdrawalId))?.number ?? 0) + 1
  await sql`INSERT INTO payments.payout_word (withdrawal_id, number, outcome, bank_reference, reason, maker_id, checker_id, at, seal)
    VALUES (${withdrawalId}, ${number}, ${outcome}, ${bankReference}, ${reason}, ${makerId}, ${checkerId}, ${at},
      ${seals.seal(outcomeText({ ...given, number }))})`.execute(tx)
}

/** Null when there is none, or the newest one withdraws it. A row without a valid seal is forged, and is not read. */
export async function recordedOutcomeOf(context: WordContext, connection: Connection, withdrawalId: string): Promise<PayoutWord | null> {
  const newest = await newestWord(context, connection, withdrawalId)
  return newest && isToFollow(newest) ? newest : null
}

const PAGE = 500

/** Newest row with a valid seal: rows are read page by page until it is found, for any number of forged ones with greater numbers. */
async function newestWord(context: WordContext, connection: Connection, withdrawalId: string): Promise<WordRow | undefined> {
  for (let last: WordRow | undefined; ; ) {
    const isBelow = last ? sql`(number, seal) < (${last.number}, ${last.seal})` : sql`true`
    const { rows } = await sql<WordRow>`SELECT ${COLUMNS} FROM payments.payout_word WHERE withdrawal_id = ${withdrawalId} AND ${isBelow}
      ORDER BY number DESC, seal DESC LIMIT ${PAGE}`.execute(connection)
    const newest = rows.find((row) => isSealed(context.seals, row))
    if (newest !== rows[0]) reportForgedWord(context, withdrawalId)
    if (newest || rows.length < PAGE) return newest
    last = rows.at(-1)
  }
}

const isToFollow = (word: WordRow): word is WordRow & PayoutWord => word.outcome !== 'withdrawn'

/** More rows for one withdrawal than officers ever write: the rest is forged. */
const WORDS_MAX = 100
const WITHDRAWALS_AT_ONCE = 100
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Open withdrawals with rows that no two officers wrote. At most that many are read of each, for any number of planted ones. */
export async function forgedOutcomes(context: WordContext, connection: Connection): Promise<Map<string, string[]>> {
  const forged = new Map<string, string[]>()
  for (let afterId = BEFORE_ALL; ; ) {
    const { rows } = await sql<WordRow>`SELECT word.* FROM (SELECT id FROM payments.withdrawal WHERE ended_at IS NULL AND id > ${afterId}
        AND EXISTS (SELECT FROM payments.payout_word WHERE withdrawal_id = withdrawal.id) ORDER BY id LIMIT ${WITHDRAWALS_AT_ONCE}) AS said
      JOIN LATERAL (SELECT ${COLUMNS} FROM payments.payout_word WHERE withdrawal_id = said.id
        ORDER BY number DESC, seal DESC LIMIT ${WORDS_MAX + 1}) AS word ON true ORDER BY said.id`.execute(connection)
    const last = rows.at(-1)
    if (!last) break
    const counts = new Map<string, number>()
    for (const row of rows) {
      const count = (counts.get(row.withdrawalId) ?? 0) + 1
      counts.set(row.withdrawalId, count)
      if (count > WORDS_MAX || !isSealed(context.seals, row))
        forged.set(row.withdrawalId, [...(forged.get(row.withdrawalId) ?? []), `${outcomeText(row)} ${row.seal}`])
    }
    afterId = last.withdrawalId
  }
  for (const withdrawalId of forged.keys()) reportForgedWord(context, withdrawalId)
  return forged
}
