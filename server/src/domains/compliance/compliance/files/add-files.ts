/**
 * Documents that an officer adds to a customer (ADM-12, ADM-16): sealed with that customer's key, so that they are erased with all their
 * data.
 */
import type { Folder } from '@tunjo/contract/compliance-files'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { ReceivedFile } from '../../../../platform/http/upload.ts'
import type { ComplianceContext } from '../context.ts'
import { insertFile } from './file-store.ts'
import { lockReview } from './review-store.ts'
import { storeFiles } from './store-files.ts'

interface AddedFiles {
  readonly accountId: string
  readonly folder: Folder
  readonly reviewId: string | null
  readonly files: readonly ReceivedFile[]
  readonly actor: PersonActor
}

/** All or none. */
export async function addFiles(context: ComplianceContext, { accountId, folder, reviewId, files, actor }: AddedFiles): Promise<void> {
  const { db, clock, audit } = context
  if ((folder === 'nature') !== (reviewId !== null)) refuse('request.invalid')
  await storeFiles(context, { ownerId: accountId, folder, files, senderId: actor.accountId }, (stored) =>
    inTransaction(db, async (tx) => {
      if (reviewId !== null) {
        const review = (await lockReview(tx, accountId, reviewId)) ?? refuse('request.not_found')
        if (review.isOfCustomer || review.outcome !== null) refuse('compliance.review_decided')
      }
      for (const file of stored) {
        await context.files.attach(tx, file)
        await insertFile(tx, { accountId, folder, reviewId }, file, { officerId: actor.accountId, at: clock.now() })
      }
      const after = { folder, reviewId, files: stored.length, sha256: stored.map(({ sha256 }) => sha256) }
      await audit.record(tx, { actor, action: 'compliance.file_added', object: { type: 'account', id: accountId }, after })
    }),
  )
}
