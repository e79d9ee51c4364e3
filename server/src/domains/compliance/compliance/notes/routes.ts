/** HTTP routes of officers' notes about a customer. */
import { caseNotes as contract, NOTES_PAGE } from '@tunjo/contract/case-notes'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../../platform/audit/index.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { ComplianceContext } from '../context.ts'
import { linkFor } from '../documents.ts'
import { filesOfNotes } from '../files/file-store.ts'
import { personRead, personToChange } from '../person/routes.ts'
import { addNote } from './add-note.ts'
import { notesOf } from './note-store.ts'
import { textOpener } from './note-text.ts'

export function noteRoutes(context: ComplianceContext): Route[] {
  const { db, files, identity } = context
  const emailOf = async (id: string) => (isUuid(id) && (await identity.person(id))?.email) || id
  return implement(contract, {
    async notes({ caller, query: { userId, before = null }, http }) {
      const { id } = await personRead(context, { caller, http, query: { userId } }, 'notes')
      const found = await notesOf(db, id, { before, limit: NOTES_PAGE + 1 })
      const notes = found.slice(0, NOTES_PAGE)
      const attached = await filesOfNotes(
        db,
        notes.map((note) => note.id),
      )
      const authors = new Map(
        await Promise.all([...new Set(notes.map((note) => note.authorId))].map(async (by) => [by, await emailOf(by)] as const)),
      )
      const [link, textOf] = [linkFor(files, caller), await textOpener(files, id)]
      const results = notes.map((note) => ({
        id: note.id,
        at: note.at.toISOString(),
        author: authors.get(note.authorId) ?? note.authorId,
        category: note.category,
        text: textOf(note),
        corrects: note.corrects,
        correctedBy: [...note.correctedBy],
        files: attached
          .filter((file) => file.noteId === note.id)
          .map(({ id: fileId, name, bytes, sha256, fileId: stored }) => ({ id: fileId, name, bytes, sha256, fileUrl: link(stored) })),
      }))
      return { results, next: found.length > NOTES_PAGE ? (results.at(-1)?.id ?? null) : null }
    },
    async addNote({ caller, body: { userId, category, text, corrects, requestId }, files: sent, http }) {
      const accountId = await personToChange(context, caller, userId)
      const { id, at } = await addNote(context, {
        accountId,
        category,
        text,
        corrects,
        requestId,
        files: sent.files,
        actor: personActor(caller, http),
      })
      return { id, at: at.toISOString() }
    },
  })
}
