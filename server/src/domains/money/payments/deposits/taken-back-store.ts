/**
 * SQL of credited payments that the provider took back. Each change is a sealed row of an append-only table, and the newest valid one
 * counts: a forged row creates no hold and ends none.
 */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { readSealed } from '../../../../platform/database/sealed-rows.ts'
import type { PaymentsContext } from '../context.ts'
import { type TakenBackFacts, takenBackText } from '../sealed-texts.ts'

export type TakenBackContext = Pick<PaymentsContext, 'isNews' | 'log' | 'seals'>
export type TakenBack = TakenBackFacts & { readonly at: Date }

interface End {
  readonly loss: bigint
  readonly makerId: string
  readonly checkerId: string
}
/** As text, since a forged row may hold a value that is not a number. */
interface Row extends Omit<TakenBackFacts, 'loss'> {
  loss: string | null
  seal: string
}

const COLUMNS = sql`taken_back.id, deposit_id AS "depositId", number, change, taken_back.status, at, loss::text AS loss, maker_id AS "makerId",
  checker_id AS "checkerId", taken_back.seal`

/** Record it each time that the provider reports it. The deposit is locked, as for the following two. */
export async function recordTakenBack(
  context: TakenBackContext,
  tx: Transaction,
  depositId: string,
  { status, at }: { status: string; at: Date },
): Promise<void> {
  const newest = await newestOf(context, tx, depositId)
  if (newest?.change === 'taken_back' && newest.status === status) return
  await insertChange(context, tx, newest, { depositId, change: 'taken_back', status, at })
}

/** Record that the provider approved it again. */
export async function recordRestored(context: TakenBackContext, tx: Transaction, depositId: string, at: Date): Promise<void> {
  const newest = await newestOf(context, tx, depositId)
  if (newest?.change === 'taken_back') await insertChange(context, tx, newest, { depositId, change: 'restored', status: 'APPROVED', at })
}

/** Record that two officers ended its credit. */
export async function recordEnded(context: TakenBackContext, tx: Transaction, ended: TakenBack, end: End & { at: Date }): Promise<void> {
  const { depositId, status } = ended
  await insertChange(context, tx, ended, { depositId, change: 'ended', status, ...end })
}

async function insertChange(
  { seals }: TakenBackContext,
  tx: Transaction,
  newest: TakenBack | null,
  change: Pick<TakenBack, 'depositId' | 'change' | 'status' | 'at'> & Partial<End>,
): Promise<void> {
  const row: TakenBack = { id: newId(), number: (newest?.number ?? 0) + 1, loss: null, makerId: null, checkerId: null, ...change }
  await sql`INSERT INTO payments.taken_back (id, deposit_id, number, change, status, at, loss, maker_id, checker_id, seal)
    VALUES (${row.id}, ${row.depositId}, ${row.number}, ${row.change}, ${row.status}, ${row.at}, ${row.loss}, ${row.makerId}, ${row.checkerId},
      ${seals.seal(takenBackText(row))})`.execute(tx)
}

/** Null when it was never taken back, was restored, or was ended. */
export async function takenBackOf(context: TakenBackContext, connection: Connection, depositId: string): Promise<TakenBack | null> {
  const newest = await newestOf(context, connection, depositId)
  return newest?.change === 'taken_back' ? newest : null
}

/** True when two officers ended its credit, so that it is no longer in the books. */
export const wasEnded = async (context: TakenBackContext, connection: Connection, depositId: string): Promise<boolean> =>
  (await newestOf(context, connection, depositId))?.change === 'ended'

const newestOf = async (context: TakenBackContext, connection: Connection, depositId: string): Promise<TakenBack | null> =>
  (await read(context, connection, sql`deposit_id = ${depositId}`)).newest.get(depositId) ?? null

/** Ids of deposits whose pesos are still in the books, oldest first. Those that two officers booked are reported by their anomalies. */
export async function listTakenBack(context: TakenBackContext, connection: Connection): Promise<string[]> {
  const isInBooks = sql`EXISTS (SELECT FROM payments.deposit WHERE deposit.id = deposit_id AND state IN ('COMPLETED', 'IN_REVIEW') AND NOT is_booked)`
  return openOnes((await read(context, connection, isInBooks)).newest)
}

/** Credited deposits, also those that two officers booked: money arriving in their customers' balances is held. */
export async function stillTakenBack(
  context: TakenBackContext,
  connection: Connection,
  accountId: string | null = null,
): Promise<string[]> {
  const isCredited = sql`EXISTS (SELECT FROM payments.deposit WHERE deposit.id = deposit_id AND state = 'COMPLETED'
    AND (${accountId}::uuid IS NULL OR account_id = ${accountId}))`
  return openOnes((await read(context, connection, isCredited)).newest)
}

const openOnes = (newest: ReadonlyMap<string, TakenBack>): string[] =>
  [...newest.values()]
    .filter(({ change }) => change === 'taken_back')
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ depositId }) => depositId)

/** Deposits with rows whose seal is invalid, each with the finding as text. */
export const forgedTakenBack = async (context: TakenBackContext, connection: Connection): Promise<ReadonlyMap<string, readonly string[]>> =>
  (await read(context, connection, sql`true`)).forged

/** Maximum number of forged rows reported for one deposit: more add no information. */
const FORGED_MAX = 3

interface Found {
  readonly newest: ReadonlyMap<string, TakenBack>
  readonly forged: ReadonlyMap<string, readonly string[]>
}
async function read(context: TakenBackContext, connection: Connection, where: ReturnType<typeof sql>): Promise<Found> {
  const forged = new Map<string, string[]>()
  const ours = await readSealed<Row>(
    {
      isOurs: (row) => context.seals.isSealOf(takenBackText(row), row.seal),
      async page(afterId, limit) {
        const rows = await sql<Row>`SELECT ${COLUMNS} FROM payments.taken_back WHERE ${where} AND taken_back.id > ${afterId}
          ORDER BY taken_back.id LIMIT ${limit}`.execute(connection)
        return rows.rows
      },
    },
    ({ id, depositId, change, seal }) => {
      const texts = forged.get(depositId) ?? []
      if (texts.length < FORGED_MAX) forged.set(depositId, [...texts, `${id} ${change} ${seal}`])
    },
  )
  for (const depositId of forged.keys())
    if (context.isNews(`taken_back ${depositId}`, 'forged'))
      context.log.error(
        { securityEvent: 'payment_unproved', depositId, fault: 'taken_back' },
        'a payment was not taken back by the provider as a row says',
      )
  const newest = new Map<string, TakenBack>()
  for (const { loss, seal: _, ...row } of ours)
    if (row.number > (newest.get(row.depositId)?.number ?? 0))
      newest.set(row.depositId, { ...row, loss: loss === null ? null : BigInt(loss) })
  return { newest, forged }
}
