/** An officer writes a note about a person, with its attachments: all of it or nothing, and never changed afterwards. */
import type { NoteCategory } from '@tunjo/contract/case-notes'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database.ts'
import type { ReceivedFile } from '../../../platform/http/upload.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ComplianceContext } from '../context.ts'
import { insertFile } from '../files/file-store.ts'
import { storeFiles } from '../files/store-files.ts'
import { insertNote, isNoteOf } from './note-store.ts'

interface Written {
  readonly accountId: string
  readonly category: NoteCategory
  readonly text: string
  readonly corrects: string | null
  readonly files: readonly ReceivedFile[]
  readonly actor: PersonActor
}

/** @throws Refused `request.not_found` when `corrects` is no note about this person */
export async function addNote(context: ComplianceContext, { files, actor, ...written }: Written): Promise<{ id: string; at: Date }> {
  const { db, clock, audit } = context
  const { accountId, category, corrects } = written
  const note = { ...written, id: newId(), authorId: actor.accountId, at: clock.now() }
  if (corrects !== null && !(await isNoteOf(db, accountId, corrects))) refuse('request.not_found')
  await storeFiles(context, { ownerId: accountId, folder: 'case', files, senderId: actor.accountId }, (stored) =>
    inTransaction(db, async (tx) => {
      await insertNote(tx, note)
      for (const file of stored) {
        await context.files.attach(tx, file)
        await insertFile(tx, { accountId, folder: 'case', reviewId: null, noteId: note.id }, file, {
          officerId: actor.accountId,
          at: note.at,
        })
      }
      // Without the words: what stands in the trail can never be taken back.
      const after = { note: note.id, category, corrects, files: stored.length, sha256: stored.map(({ sha256 }) => sha256) }
      await audit.record(tx, { actor, action: 'compliance.note_added', object: { type: 'account', id: accountId }, after })
    }),
  )
  return note
}
