/** Backfill that seals older notes, a few at a time. Safe to run twice, concurrently, and to be killed in. */
import { inTransaction } from '../../../../platform/database/database.ts'
import type { ComplianceContext } from '../context.ts'
import { sealNote, unsealedNotes } from './note-store.ts'
import { sealText } from './note-text.ts'

const NOTES_AT_ONCE = 100

export async function sealNotes({ db, files }: Pick<ComplianceContext, 'db' | 'files'>): Promise<void> {
  for (let left = true; left; )
    left = await inTransaction(db, async (tx) => {
      const notes = await unsealedNotes(tx, NOTES_AT_ONCE)
      for (const note of notes) await sealNote(tx, note.id, await sealText(files, tx, note))
      return notes.length > 0
    })
}
