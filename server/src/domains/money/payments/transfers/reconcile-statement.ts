/**
 * Processing of the lines of an imported statement, each once in a separate transaction: a line that matches a customer becomes a deposit,
 * one that pays a refund ends it, and the rest waits for officers with its cause.
 */
import type { LineCause } from '@tunjo/contract/bank-statements'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import { depositsInReview } from '../deposits/suspense.ts'
import { depositByReference } from './deposit-transfer.ts'
import { isProvedLine } from './line-proof.ts'
import { type LineRow, lockLine, lockRefund, pendingLines, recordRefundPaid } from './line-store.ts'
import { moveLine } from './move-line.ts'
import { ownerOf } from './owner-of-line.ts'
import { arrived, debitsInReview, left, refundsDue } from './postings.ts'
import { refundCodesIn } from './reference.ts'

export async function reconcileStatement(context: PaymentsContext, statementId: string): Promise<void> {
  const failures: unknown[] = []
  await context.payerCheck.prepare()
  for (const lineId of await pendingLines(context.db, statementId))
    try {
      await reconcileLine(context, lineId)
    } catch (error) {
      context.log.error(
        { err: error, lineId, statementId },
        'a line of a bank statement was not reconciled: it is tried again after the others',
      )
      failures.push(error)
    }
  // The job is retried for these.
  if (failures.length > 0) throw failures[0]
}

async function reconcileLine(context: PaymentsContext, lineId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const line = await lockLine(tx, lineId)
    // Another worker, or the interrupted run, came first.
    if (line?.state !== 'PENDING' || !isProvedLine(context, line)) return
    await (line.amount > 0n ? reconcileCredit(context, tx, line) : reconcileDebit(context, tx, line))
    failpoint('payments.line_posted')
  })
  failpoint('payments.line_reconciled')
}

async function reconcileCredit(context: PaymentsContext, tx: Transaction, line: LineRow): Promise<void> {
  const found = await ownerOf(tx, line)
  if ('cause' in found) {
    const isListed = await context.payerCheck.isPayerListed(tx, { ...line.payer, lineId: line.id, accountId: null })
    await waitForOfficers(context, tx, line, isListed ? 'payer_listed' : found.cause)
    await context.ledger.postWithin(tx, [arrived(line, depositsInReview)])
    return
  }
  await moveLine(tx, line, { to: 'DEPOSITED', ...now(context), set: { ended_at: context.clock.now() } })
  await depositByReference(context, tx, line, found.accountId)
}

async function reconcileDebit(context: PaymentsContext, tx: Transaction, line: LineRow): Promise<void> {
  const { clock, ledger } = context
  const amount = -line.amount
  const codes = refundCodesIn(line.reference, line.description)
  const refund = codes.length === 1 ? await lockRefund(tx, { codes, amount }) : null
  if (refund) {
    const at = clock.now()
    await moveLine(tx, line, { to: 'EXPLAINED', ...now(context), note: refund.code, set: { ended_at: at } })
    await recordRefundPaid(tx, refund.lineId, { paidBy: line.id, at })
  } else await waitForOfficers(context, tx, line, 'debit')
  await ledger.postWithin(tx, [left({ id: line.id, amount }, refund ? refundsDue : debitsInReview)])
}

const now = ({ clock }: PaymentsContext) => ({ at: clock.now(), actor: SYSTEM })

const waitForOfficers = (context: PaymentsContext, tx: Transaction, line: LineRow, cause: LineCause) =>
  moveLine(tx, line, { to: 'UNMATCHED', ...now(context), note: cause, set: { cause } })
