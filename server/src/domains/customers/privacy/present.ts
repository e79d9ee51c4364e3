/** Requests about personal data as people and officers read them. */
import type { DataRequest, DataRequestEntry, OfficerDataRequest } from '@tunjo/contract/data-requests'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Caller } from '../../../platform/http/route.ts'
import { isOverdue } from './rules.ts'
import type { EntryRow, PrivacyContext, RequestRow } from './types.ts'
import { attachmentsOf, entriesOf, textOpener } from './write-entry.ts'

export function presentRequest(row: RequestRow, now: Date): DataRequest {
  const { id, number, kind, state, filedAt, dueAt, extendedAt, completeBy, endedAt } = row
  return {
    id,
    number,
    kind,
    state,
    filedAt: filedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    isOverdue: isOverdue(row, now),
    isExtended: extendedAt !== null,
    completeBy: completeBy?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

export const emailOf = async ({ identity }: Pick<PrivacyContext, 'identity'>, id: string): Promise<string> =>
  (await identity.person(id))?.email ?? ''

export async function presentToOfficer(context: PrivacyContext, row: RequestRow, { accountId }: Caller): Promise<OfficerDataRequest> {
  const { takenBy, version } = row
  const person = await context.identity.person(row.accountId)
  return {
    ...presentRequest(row, context.clock.now()),
    userId: row.accountId,
    email: person?.email ?? '',
    isClosed: person?.state === ACCOUNT_STATE.closed,
    takenBy: takenBy === null ? null : await emailOf(context, takenBy),
    isMine: takenBy === accountId,
    version,
  }
}

/** Oldest first, with their authors. */
export async function presentEntries(
  context: Pick<PrivacyContext, 'db' | 'files'>,
  row: RequestRow,
  caller: Caller,
): Promise<(DataRequestEntry & Pick<EntryRow, 'authorId'>)[]> {
  const { db, files } = context
  const [entries, attached, open] = await Promise.all([
    entriesOf(db, row.id),
    attachmentsOf(db, row.id),
    textOpener(context, row.accountId),
  ])
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    author: entry.author,
    authorId: entry.authorId,
    kind: entry.kind,
    text: open(entry),
    files: attached
      .filter(({ entryId }) => entryId === entry.id)
      .map(({ id, name, kind, bytes, fileId }) => ({ id, name, kind, bytes: Number(bytes), fileUrl: files.linkFor(fileId, caller) })),
  }))
}
