/**
 * Receive a list file: read completely, compared with the list in force, and stored until two officers approve it. It has no effect on
 * customers before.
 */
import { LISTS, type ListName } from '@tunjo/contract/screening'
import type { AuditActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { ScreeningContext } from '../context.ts'
import { compareList, inForce } from './compare-list.ts'
import { dropFilesBefore, type ListFileRow, pack, putFile } from './file-store.ts'
import { lockList } from './list-store.ts'
import { LOAD_APPROVAL } from './load-approval.ts'
import { readList, sumOf } from './read-list.ts'

interface ReceivedList {
  readonly list: ListName
  readonly content: Uint8Array
  /** The system actor for fetched files. */
  readonly actor: AuditActor
}

/** @throws Refused `screening.list_faulty`, `screening.list_shrank`, `screening.list_known`, `approvals.already_waiting` */
export async function receiveList(context: ScreeningContext, { list, content, actor }: ReceivedList): Promise<ListFileRow> {
  const { db, clock, audit, approvals } = context
  const sha256 = sumOf(content)
  const entries = await readList(list, content)
  const packed = await pack(content)
  return inTransaction(db, async (tx) => {
    await lockList(tx, list)
    if ((await inForce(tx, list))?.sha256 === sha256) refuse('screening.list_known')
    // A file that another officer is reviewing stays as it is.
    if ((await approvals.waitingTargets(tx, LOAD_APPROVAL, [list])).has(list)) refuse('approvals.already_waiting')
    const at = clock.now()
    const { counts } = await compareList(tx, list, entries, at)
    const sentBy = actor.kind === 'person' ? actor.accountId : null
    const file = { id: newId(), list, sha256, ...counts, sentAt: at }
    await putFile(tx, { ...file, packed, sentBy })
    const object = { type: 'list', id: list }
    await audit.record(tx, { actor, action: 'screening.list_received', object, after: { file: file.id, sha256, ...counts } })
    return { ...file, isFetched: sentBy === null }
  })
}

const KEEP_MS = 3 * 86_400_000
interface OldFiles extends Pick<ScreeningContext, 'db' | 'clock'> {
  readonly approvals: Pick<ScreeningContext['approvals'], 'waitingTargets'>
}
/** Delete files that two officers did not approve within days, since they are out of date. */
export async function dropOldFiles({ db, clock, approvals }: OldFiles): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const list of LISTS) await lockList(tx, list)
    await dropFilesBefore(tx, new Date(clock.now().getTime() - KEEP_MS), await approvals.waitingTargets(tx, LOAD_APPROVAL, LISTS))
  })
}
