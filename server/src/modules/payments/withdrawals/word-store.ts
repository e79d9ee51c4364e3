/** SQL of what officers read at the bank of payouts without an answer of the provider: the newest of a withdrawal counts, unless it was taken back. */
import type { PayoutOutcome } from '@tunjo/contract/payments-officers'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database.ts'
import type { EvidenceSeals } from '../../../platform/evidence-seals.ts'
import { wordText } from '../sealed-texts.ts'

interface WrittenWord {
  readonly withdrawalId: string
  /** From 1 on, of one withdrawal. */
  readonly number: number
  readonly outcome: PayoutOutcome
  readonly bankReference: string
  readonly makerId: string
  readonly checkerId: string
  readonly at: Date
}
export interface PayoutWord extends WrittenWord {
  readonly outcome: Exclude<PayoutOutcome, 'withdrawn'>
}

const COLUMNS = sql`word.withdrawal_id AS "withdrawalId", word.number, word.outcome, word.bank_reference AS "bankReference",
  word.maker_id AS "makerId", word.checker_id AS "checkerId", word.at, word.seal`
type WordRow = WrittenWord & { seal: string }

/** More are never written; beyond it nobody says that all were looked at. */
const ROWS_MAX = 10_000

function bounded(rows: readonly WordRow[]): readonly WordRow[] {
  if (rows.length > ROWS_MAX) throw new Error('too many words about payouts to look at')
  return rows
}

/** The caller holds the lock of the withdrawal. */
export async function insertWord(
  tx: Transaction,
  seals: EvidenceSeals,
  given: Omit<WrittenWord, 'number'> & { reason: string },
): Promise<void> {
  const { withdrawalId, outcome, bankReference, reason, makerId, checkerId, at } = given
  const number = ((await newestWord(tx, seals, withdrawalId))?.number ?? 0) + 1
  await sql`INSERT INTO payments.payout_word (withdrawal_id, number, outcome, bank_reference, reason, maker_id, checker_id, at, seal)
    VALUES (${withdrawalId}, ${number}, ${outcome}, ${bankReference}, ${reason}, ${makerId}, ${checkerId}, ${at},
      ${seals.seal(wordText({ ...given, number }))})`.execute(tx)
}

/** Null when there is none, or the newest takes it back. What does not carry our seal was written by somebody else, and is not read. */
export async function wordOf(connection: Connection, seals: EvidenceSeals, withdrawalId: string): Promise<PayoutWord | null> {
  const newest = await newestWord(connection, seals, withdrawalId)
  return newest && isToFollow(newest) ? newest : null
}

/** Of those that carry our seal. @throws Error when there are more rows than officers ever wrote: nobody says then what holds */
async function newestWord(connection: Connection, seals: EvidenceSeals, withdrawalId: string): Promise<WordRow | undefined> {
  const found = await sql<WordRow>`SELECT ${COLUMNS} FROM payments.payout_word AS word WHERE word.withdrawal_id = ${withdrawalId}
    ORDER BY word.number DESC LIMIT ${ROWS_MAX + 1}`.execute(connection)
  return bounded(found.rows).find(({ seal, ...word }) => seals.isSealOf(wordText(word), seal))
}

const isToFollow = (word: WordRow): word is WordRow & PayoutWord => word.outcome !== 'withdrawn'

/** Withdrawals under way of which somebody else wrote one into the database. */
export async function forgedWords(connection: Connection, seals: EvidenceSeals): Promise<string[]> {
  const found = await sql<WordRow>`SELECT ${COLUMNS} FROM payments.payout_word AS word
    JOIN payments.withdrawal AS withdrawal ON withdrawal.id = word.withdrawal_id AND withdrawal.ended_at IS NULL
    LIMIT ${ROWS_MAX + 1}`.execute(connection)
  const forged = bounded(found.rows).filter(({ seal, ...word }) => !seals.isSealOf(wordText(word), seal))
  return [...new Set(forged.map(({ withdrawalId }) => withdrawalId))]
}
