/** Papers that an officer adds to a person (ADM-12, ADM-16): sealed under that person's key, so that they go with everything else of theirs. */
import type { Folder } from '@tunjo/contract/compliance-files'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database.ts'
import type { StoredFile } from '../../../platform/files/index.ts'
import type { ReceivedFile } from '../../../platform/http/upload.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ComplianceContext } from '../context.ts'
import { insertFile } from './file-store.ts'
import { lockReview } from './review-store.ts'

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
  // Of the officer who sends them: a person is not kept from sending their own by what officers add.
  await context.files.countUpload(
    actor.accountId,
    files.reduce((bytes, file) => bytes + file.bytes, 0),
  )
  await context.files.storing(async (write) => {
    const stored: StoredFile[] = []
    for (const file of files) {
      const { kind, mediaType, originalName } = file
      stored.push(
        await write({ ownerId: accountId, purpose: `compliance.${folder}`, kind, mediaType, originalName, content: await file.read() }),
      )
    }
    await inTransaction(db, async (tx) => {
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
    })
  })
}
