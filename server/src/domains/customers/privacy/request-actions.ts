/**
 * Actions of an officer on a request: take it, ask to complete it, extend its term, decide it. Each needs the version that they read, so
 * that one of two concurrent officers is refused because it changed; and only the officer who took it decides it.
 */
import type { AuditAction } from '@tunjo/contract/audit'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import type { ReceivedFile } from '../../../platform/http/upload.ts'
import { checkTippingOff } from '../../../platform/security/tipping-off.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import { moveRequest } from './move-request.ts'
import { notifyPerson } from './notify-person.ts'
import { extendTerm, handOver, lockRequest } from './request-store.ts'
import { completeByOf, extendedDueOf, mayAskCompletion, mayExtend } from './rules.ts'
import type { EntryKind, PrivacyContext, RequestRow } from './types.ts'
import { storeFiles, writeEntry } from './write-entry.ts'

interface Asked {
  readonly id: string
  readonly version: number
  readonly actor: PersonActor
}
interface Written extends Asked {
  readonly text: string
}

/** @throws Refused `privacy.changed_meanwhile`, `privacy.not_possible` */
export async function takeRequest(context: PrivacyContext, asked: Asked): Promise<void> {
  const { db, clock, audit } = context
  await inTransaction(db, async (tx) => {
    const row = await lockAt(tx, asked)
    const [at, by] = [clock.now(), asked.actor.accountId]
    if (row.takenBy === by && row.state === 'in_review') return audit.unchanged()
    if (row.state === 'in_review') await handOver(tx, row, by)
    else await moveRequest(tx, row, { to: 'in_review', at, actor: officer(by), set: { taken_by: by } })
    await writeEntry(context, tx, row, { author: 'officer', authorId: by, kind: 'taken', at })
    await record(context, tx, row, { actor: asked.actor, action: 'privacy.request_taken' })
    if (row.state === 'received') await notifyPerson(context, tx, row, { step: 'in_review', by: row.dueAt, version: row.version + 1 })
  })
}

/** @throws Refused `privacy.changed_meanwhile`, `privacy.not_taken`, `privacy.not_possible`, `request.tipping_off` */
export async function askCompletion(context: PrivacyContext, asked: Written): Promise<void> {
  await change(context, asked, async (tx, row, at) => {
    if (!mayAskCompletion(row, at)) refuse('privacy.not_possible')
    // A person without access cannot complete anything, and would have desisted because of our question.
    if (await isClosed(context, tx, row)) refuse('privacy.not_possible')
    const completeBy = completeByOf(at)
    const set = { due_at: null, complete_by: completeBy, completion_asked_at: at }
    await moveRequest(tx, row, { to: 'incomplete', at, actor: officer(asked.actor.accountId), set })
    return { kind: 'completion_asked', step: 'incomplete', by: completeBy, action: 'privacy.completion_asked' }
  })
}

/** @throws Refused as `askCompletion` */
export async function extendRequest(context: PrivacyContext, asked: Written): Promise<void> {
  await change(context, asked, async (tx, row, at) => {
    if (!mayExtend(row, at)) refuse('privacy.not_possible')
    const dueAt = extendedDueOf(row.kind, row.termFrom)
    await extendTerm(tx, row, { dueAt, at })
    return { kind: 'extended', step: 'extended', by: dueAt, action: 'privacy.request_extended' }
  })
}

/** @throws Refused as `askCompletion` */
export async function decideRequest(
  context: PrivacyContext,
  { outcome, files, ...asked }: Written & { outcome: 'answered' | 'rejected'; files: readonly ReceivedFile[] },
): Promise<void> {
  await change(
    context,
    asked,
    async (tx, row, at) => {
      await moveRequest(tx, row, { to: outcome, at, actor: officer(asked.actor.accountId), set: { due_at: null, ended_at: at } })
      return { kind: outcome, step: outcome, by: null, action: 'privacy.request_decided' }
    },
    files,
  )
}

interface Step {
  readonly kind: EntryKind
  readonly step: 'incomplete' | 'extended' | 'answered' | 'rejected'
  readonly by: Date | null
  readonly action: AuditAction
}

/** With words that the person reads: checked, sealed, notified and recorded in one transaction. */
async function change(
  context: PrivacyContext,
  asked: Written,
  act: (tx: Transaction, row: RequestRow, at: Date) => Promise<Step>,
  received: readonly ReceivedFile[] = [],
): Promise<void> {
  const { db, clock } = context
  const { actor, text } = asked
  refuseIf(checkTippingOff([text, ...received.map(({ originalName }) => originalName)].join('\n')))
  const seen = await inTransaction(db, (tx) => lockClaimed(tx, asked))
  const owner = { ownerId: seen.accountId, author: 'officer', authorId: actor.accountId, received }
  await storeFiles(context, owner, (files) =>
    inTransaction(db, async (tx) => {
      const row = await lockClaimed(tx, asked)
      const at = clock.now()
      const { kind, step, by, action } = await act(tx, row, at)
      const id = await writeEntry(context, tx, row, { author: 'officer', authorId: actor.accountId, kind, at, text, files })
      await notifyPerson(context, tx, row, { step, by, version: row.version + 1 })
      await record(context, tx, row, { actor, action, after: { entry: id, step, sha256: files.map(({ sha256 }) => sha256) } })
    }),
  )
}

async function lockAt(tx: Transaction, { id, version }: Asked): Promise<RequestRow> {
  const row = (await lockRequest(tx, id)) ?? refuse('request.not_found')
  return row.version === version ? row : refuse('privacy.changed_meanwhile')
}

async function lockClaimed(tx: Transaction, asked: Asked): Promise<RequestRow> {
  const row = await lockAt(tx, asked)
  if (row.state !== 'in_review') refuse('privacy.not_possible')
  return row.takenBy === asked.actor.accountId ? row : refuse('privacy.not_taken')
}

const isClosed = async ({ identity }: PrivacyContext, tx: Transaction, { accountId }: RequestRow): Promise<boolean> =>
  (await identity.person(accountId, tx))?.state === ACCOUNT_STATE.closed

type Recorded = { readonly actor: PersonActor; readonly action: AuditAction; readonly after?: Readonly<Record<string, string | string[]>> }
/** Without the words: an audit entry can never be deleted. */
const record = ({ audit }: PrivacyContext, tx: Transaction, { id, accountId, number }: RequestRow, { actor, action, after }: Recorded) =>
  audit.record(tx, { actor, action, object: { type: 'data_request', id }, after: { ...after, number, account: accountId } })
