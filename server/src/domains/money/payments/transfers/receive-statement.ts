/**
 * Receipt of a statement of the bank: read whole, compared with the known lines, stored unchanged. No money moves before two officers
 * import it.
 */
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId, sha256 } from '../../../../platform/database/ids.ts'
import { FileFault, refuseFault } from '../../../../platform/files/file-text.ts'
import type { PaymentsContext } from '../context.ts'
import { collectionAccount } from './collection-account.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import { type ParsedStatement, readStatement } from './statement-file.ts'
import { findStatement, insertStatement, lockStatements, type StatementRow } from './statement-store.ts'

/** A statement, and the lines that an import of it would add. */
export interface Received extends ImportPlan {
  readonly statement: StatementRow
}

/** The same file again is the same statement. @throws Refused `payments.statement_…` */
export async function receiveStatement(context: PaymentsContext, content: Uint8Array, actor: PersonActor): Promise<Received> {
  const { db, clock, audit } = context
  const { number: account } = collectionAccount(context)
  const now = clock.now()
  const parsed = await readWhole(content, { account, now })
  const fileHash = sha256(content)
  return inTransaction(db, async (tx) => {
    await lockStatements(tx)
    const known = await findStatement(tx, { fileHash })
    const plan = await planImport(tx, known ?? { ...parsed, importedAt: null })
    if (known) {
      audit.unchanged()
      return { statement: known, ...plan }
    }
    const statement = { id: newId(), fileHash, account, ...parsed, uploadedAt: now, importedAt: null }
    await insertStatement(tx, { ...statement, uploadedBy: actor.accountId })
    const object = { type: 'statement', id: statement.id }
    await audit.record(tx, { actor, action: 'payments.statement_received', object, after: { fileHash, lines: parsed.lines.length } })
    return { statement, ...plan }
  })
}

async function readWhole(content: Uint8Array, expected: { account: string; now: Date }): Promise<ParsedStatement> {
  try {
    return await readStatement(content, expected)
  } catch (error) {
    if (error instanceof FileFault) refuseFault('payments.statement_faulty', error)
    throw error
  }
}
