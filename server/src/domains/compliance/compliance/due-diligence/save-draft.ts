/** Save of a draft with optimistic locking on the version that the officer read. Each save is kept. */
import type { AuditAction } from '@tunjo/contract/audit'
import { type DiligenceContent, isDiligenceEditable } from '@tunjo/contract/due-diligence'
import type { AuditActor, AuditValue, PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import type { ComplianceContext } from '../context.ts'
import { sealContent } from './content.ts'
import { areOfPerson, type DiligenceRow, insertContent, insertDiligence, lockDiligence, saveVersion } from './diligence-store.ts'
import { beginDiligence } from './move-diligence.ts'
import { DILIGENCE_STATES } from './states.ts'

interface Draft {
  readonly accountId: string
  /** The version that the officer read; null: none yet. */
  readonly saved: { readonly id: string; readonly version: number } | null
  readonly content: DiligenceContent
  readonly actor: PersonActor
}

/** @throws Refused `compliance.edd_changed`, `compliance.edd_locked`, `compliance.edd_reference_unknown`, `request.not_found` */
export async function saveDraft(
  context: ComplianceContext,
  { accountId, saved, content, actor }: Draft,
): Promise<{ id: string; version: number }> {
  const { db, clock, files } = context
  return inTransaction(db, async (tx) => {
    const at = clock.now()
    const row = saved ? await toChange(tx, accountId, saved) : await begun(tx, accountId, actor, at)
    if (!(await areOfPerson(tx, accountId, content))) refuse('compliance.edd_reference_unknown')
    const version = saved ? row.version + 1 : row.version
    const sealed = await sealContent(files, tx, { id: row.id, version, accountId }, content)
    await insertContent(tx, { id: row.id, version, sealed, by: actor.accountId, at })
    await saveVersion(tx, { id: row.id, version })
    await recordDiligence(context, tx, row, { actor, action: 'compliance.edd_saved', after: { version } })
    return { id: row.id, version }
  })
}

async function begun(tx: Transaction, accountId: string, actor: PersonActor, at: Date): Promise<DiligenceRow> {
  const begin = { id: newId(), accountId, state: DILIGENCE_STATES.initial, createdBy: actor.accountId, createdAt: at }
  // Another officer created one since this officer read the page.
  const row = (await insertDiligence(tx, begin)) ?? refuse('compliance.edd_changed')
  await beginDiligence(tx, row, officer(actor.accountId))
  return row
}

async function toChange(tx: Transaction, accountId: string, { id, version }: NonNullable<Draft['saved']>): Promise<DiligenceRow> {
  const row = (await lockDiligence(tx, accountId, id)) ?? refuse('request.not_found')
  if (!isDiligenceEditable(row.state)) refuse('compliance.edd_locked')
  if (row.version !== version) refuse('compliance.edd_changed')
  return row
}

/** Object type in the audit trail. An officer whom it is about does not find it there (platform/approvals/confidential.ts). */
export const DILIGENCE_OBJECT = 'due_diligence'
interface Recorded {
  readonly actor: AuditActor
  readonly action: AuditAction
  readonly after: { readonly [name: string]: AuditValue }
}
/** Without the content: an entry of the trail can never be erased. */
export async function recordDiligence(
  { audit }: Pick<ComplianceContext, 'audit'>,
  tx: Transaction,
  { id, accountId, number }: Pick<DiligenceRow, 'id' | 'accountId' | 'number'>,
  { actor, action, after }: Recorded,
): Promise<void> {
  await audit.record(tx, { actor, action, object: { type: DILIGENCE_OBJECT, id }, after: { accountId, number, ...after } })
}
