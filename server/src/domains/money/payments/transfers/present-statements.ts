/** Statements and their lines, as presented to officers. */

import {
  type bankStatements,
  type ReceivedStatement,
  STATEMENT_PREVIEW_MAX,
  type Statement,
  type StatementLine,
} from '@tunjo/contract/bank-statements'
import type { Answer } from '@tunjo/contract/endpoint'
import { sha256 } from '../../../../platform/database/ids.ts'
import type { PaymentsContext } from '../context.ts'
import { presentCollection } from './collection-account.ts'
import { IMPORT_APPROVAL } from './import-approval.ts'
import { LINE_APPROVAL } from './line-approval.ts'
import { provedRefunds } from './line-proof.ts'
import { type LineRow, pendingSum, type RefundRow, refundsToPay, unmatchedIds, unmatchedLines } from './line-store.ts'
import { ownerOf } from './owner-of-line.ts'
import { moneyIn, moneyOut } from './plan-import.ts'
import { collection } from './postings.ts'
import type { Received } from './receive-statement.ts'
import { lastBalance, listStatements, type StatementRow } from './statement-store.ts'

export async function presentStatements(context: PaymentsContext, pageIndex: number): Promise<Answer<typeof bankStatements.statements>> {
  const { approvals, db, ledger, settings } = context
  const [{ results: statements, pagesNumber }, bankBalance, pending, booked, linesVersion] = await Promise.all([
    listStatements(db, pageIndex),
    lastBalance(db),
    pendingSum(db),
    ledger.balance(collection),
    linesVersionOf(context),
  ])
  const waiting = await approvals.waitingTargets(db, IMPORT_APPROVAL, statements.map(({ id }) => id)) // biome-ignore format: one call
  return {
    account: settings.collection && presentCollection(context, settings.collection),
    bankBalance,
    ledgerBalance: -booked.posted,
    pendingLines: pending.count,
    statements: statements.map((row) => shownStatement(row, { added: row.added, importWaits: waiting.has(row.id) })),
    pagesNumber,
    linesVersion,
  }
}

/** Hash of the ids of the open lines, the decisions that wait about them, and the refunds to pay. It discloses nothing about a payer. */
async function linesVersionOf({ approvals, db }: PaymentsContext): Promise<string> {
  const [ids, refunds] = await Promise.all([unmatchedIds(db), refundsToPay(db)])
  const waiting = await approvals.waitingTargets(db, LINE_APPROVAL, ids)
  return sha256([...ids.map((id) => `${id} ${waiting.has(id)}`), ...refunds.map(({ lineId }) => `refund ${lineId}`)].join('|'))
}

function shownStatement(row: StatementRow, { added, importWaits }: { added: number | null; importWaits: boolean }): Statement {
  const { id, fileHash, fromDay, toDay, opening, closing, lines, uploadedAt, importedAt } = row
  return {
    id,
    fileHash,
    fromDay,
    toDay,
    opening,
    closing,
    lines: lines.length,
    added,
    moneyIn: moneyIn(lines),
    moneyOut: moneyOut(lines),
    uploadedAt: uploadedAt.toISOString(),
    importedAt: importedAt?.toISOString() ?? null,
    importWaits,
  }
}

export async function presentReceived({ db }: PaymentsContext, { statement, added, late }: Received): Promise<ReceivedStatement> {
  const preview: ReceivedStatement['preview'] = []
  const isLate = new Set(late)
  const others = added.filter((line) => !isLate.has(line))
  for (const line of [...late, ...others].slice(0, STATEMENT_PREVIEW_MAX)) {
    const { bookedOn, amount, reference, payer } = line
    const owner = amount > 0n ? await ownerOf(db, line) : { cause: 'debit' as const }
    preview.push({
      bookedOn,
      amount,
      reference,
      payerName: payer.name,
      cause: 'cause' in owner ? owner.cause : null,
      isLate: isLate.has(line),
    })
  }
  const sums = { moneyIn: moneyIn(added), moneyOut: moneyOut(added) }
  return { ...shownStatement(statement, { added: null, importWaits: false }), ...sums, added: added.length, late: late.length, preview }
}

export interface LinesAsked {
  readonly pageIndex: number
  readonly refundsPageIndex: number
  readonly size: number
}
export async function presentLines(context: PaymentsContext, asked: LinesAsked): Promise<Answer<typeof bankStatements.statementLines>> {
  const { approvals, db } = context
  const { refundsPageIndex, size } = asked
  const [{ results: lines, pagesNumber: linesPages }, refunds] = await Promise.all([unmatchedLines(db, asked), provedRefunds(context)])
  const waiting = await approvals.waitingTargets(db, LINE_APPROVAL, lines.map(({ id }) => id)) // biome-ignore format: one call
  const page = refunds.slice(refundsPageIndex * size, (refundsPageIndex + 1) * size)
  return {
    lines: lines.map((line) => shownLine(line, { decisionWaits: waiting.has(line.id), refunds })),
    linesPages,
    refunds: page.map(shownRefund),
    refundsPages: Math.ceil(refunds.length / size),
  }
}

function shownLine(
  { seal: _, ...line }: LineRow,
  { decisionWaits, refunds }: { decisionWaits: boolean; refunds: readonly RefundRow[] },
): StatementLine {
  const fitting = refunds.filter(({ amount }) => amount === -line.amount)
  return { ...line, decisionWaits, refunds: fitting.map(({ lineId, code }) => ({ lineId, code })) }
}

const shownRefund = ({ createdAt, ...refund }: RefundRow) => ({ ...refund, createdAt: createdAt.toISOString() })
