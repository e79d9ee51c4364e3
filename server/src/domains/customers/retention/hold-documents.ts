/** Keeps the documents of a person from being destroyed until the end of a transaction that gives a reason to keep them. */
import type { Transaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { RetentionContext } from './purge-expired.ts'
import { isPurged, lockDocumentsOf } from './store.ts'

/** @throws Refused `request.not_found`, `retention.already_destroyed` */
export async function holdDocuments({ identity }: Pick<RetentionContext, 'identity'>, tx: Transaction, accountId: string): Promise<void> {
  // Either the documents are kept by the caller's reason, or they are destroyed and it is refused.
  await lockDocumentsOf(tx, accountId)
  if (!(await identity.person(accountId, tx))) refuse('request.not_found')
  const closedAt = await identity.closedAt(tx, accountId)
  if (closedAt && (await isPurged(tx, { accountId, closedAt }))) refuse('retention.already_destroyed')
}
