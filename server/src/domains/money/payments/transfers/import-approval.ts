/**
 * Import of a statement: always by two officers, since matching lines are credited automatically, and a forged file would create money.
 * Neither of them may have a transfer in it.
 */

import { copFigure } from '@tunjo/contract/amount-text'
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { Locale } from '@tunjo/contract/locales'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { begin, officer } from '../../../../platform/state-machine/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { collectionAccount } from './collection-account.ts'
import { insertLines } from './line-store.ts'
import { lineAggregate } from './move-line.ts'
import { type ImportPlan, moneyIn, moneyOut, nameLateLines, planImport } from './plan-import.ts'
import { referencesIn } from './reference.ts'
import { ownersOf } from './reference-store.ts'
import type { ParsedLine } from './statement-file.ts'
import { findStatement, lockStatements, recordImported, type StatementRow } from './statement-store.ts'

export const IMPORT_APPROVAL = 'payments.statement_import' satisfies ApprovalKindName
const Params = z.object({ statementId: z.uuid() })
type Params = z.output<typeof Params>
const Facts = z.object({
  fileHash: z.string(),
  days: z.string(),
  added: z.int(),
  moneyIn: z.string(),
  moneyOut: z.string(),
  closing: z.string(),
  /** Null when no line is late. */
  late: z.string().nullable(),
})

export const importApproval = (context: PaymentsContext): ApprovalKind<Params, { added: number }> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ statementId }) => statementId,
  subjectId: () => null,
  async facts(tx, params) {
    const { statement, added, late } = await lockPlan(context, tx, params)
    const { fileHash, fromDay, toDay, closing } = statement
    return {
      fileHash,
      days: STORED_WORDS.statement.days(fromDay, toDay),
      added: added.length,
      moneyIn: String(moneyIn(added)),
      moneyOut: String(moneyOut(added)),
      closing: String(closing),
      late: nameLateLines(late, STORED_WORDS),
    }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => importStatement(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes: (_params, facts) => {
    const words = STORED_WORDS.statement
    const { fileHash, days, added, closing, late, ...money } = Facts.parse(facts)
    return [
      { label: words.statement, before: null, after: days },
      { label: words.added, before: null, after: String(added) },
      ...(late === null ? [] : [{ label: words.late, before: null, after: late }]),
      { label: words.moneyIn, before: null, after: `${copFigure(BigInt(money.moneyIn))} COP` },
      { label: words.moneyOut, before: null, after: `${copFigure(BigInt(money.moneyOut))} COP` },
      { label: words.closing, before: null, after: `${copFigure(BigInt(closing))} COP` },
      { label: words.fileHash, before: null, after: fileHash },
    ]
  },
})

/** Description that an officer reads before proposing it. */
export async function describeImport(connection: Connection, statement: StatementRow, locale: Locale) {
  const words = APPROVAL_WORDS[locale]
  const { fromDay, toDay, closing, fileHash } = statement
  const late = nameLateLines((await planImport(connection, statement)).late, words)
  return {
    title: titleOfApproval(IMPORT_APPROVAL, locale),
    details: [
      { label: words.statement.statement, value: words.statement.days(fromDay, toDay) },
      ...(late === null ? [] : [{ label: words.statement.late, value: late }]),
      { label: words.statement.closing, value: `${copFigure(closing)} COP` },
      { label: words.statement.hash, value: fileHash },
    ],
  }
}

export const knownStatement = async (connection: Connection, id: string): Promise<StatementRow> =>
  (z.uuid().safeParse(id).success ? await findStatement(connection, { id }) : null) ?? refuse('payments.statement_not_found')

async function lockPlan(
  context: PaymentsContext,
  tx: Transaction,
  { statementId }: Params,
): Promise<ImportPlan & { statement: StatementRow }> {
  await lockStatements(tx)
  const statement = await knownStatement(tx, statementId)
  // Received before the platform changed its collection account.
  if (statement.account !== collectionAccount(context).number) refuse('payments.statement_not_found')
  return { statement, ...(await planImport(tx, statement)) }
}

async function importStatement(context: PaymentsContext, tx: Transaction, params: Params, execution: Execution) {
  const { clock, jobs, audit, seals } = context
  const { makerId, checkerId, requestId, reason, actor } = execution
  const { statement, added } = await lockPlan(context, tx, params)
  await refuseConcerned(tx, added, [makerId, checkerId])
  const at = clock.now()
  const lines = await insertLines(tx, statement.id, { lines: added, at, seals })
  for (const line of lines) await begin(tx, lineAggregate, line, { at, actor: officer(makerId) })
  await recordImported(tx, statement.id, { at, added: lines.length })
  await jobs.enqueue(tx, { name: 'payments.reconcile-statement', key: statement.id, payload: { statementId: statement.id } })
  await audit.record(tx, {
    actor,
    action: 'payments.statement_imported',
    object: { type: 'statement', id: statement.id },
    after: { fileHash: statement.fileHash, added: lines.length, approvalRequestId: requestId, makerId, checkerId },
    reason,
  })
  failpoint('payments.statement_imported')
  return { added: lines.length }
}

/** Officers cannot help to credit themselves. */
export async function refuseConcerned(
  connection: Connection,
  lines: readonly Pick<ParsedLine, 'reference' | 'description'>[],
  officers: readonly (string | null)[],
): Promise<void> {
  const references = lines.flatMap(({ reference, description }) => referencesIn(reference, description).valid)
  const owners = await ownersOf(connection, references)
  if (owners.some((owner) => officers.includes(owner))) refuse('approvals.person_concerned')
}
