/** Add an officer's note about a customer with its attachments: atomic, idempotent, and immutable afterwards. */
import { createHmac } from 'node:crypto'
import type { NoteCategory } from '@tunjo/contract/case-notes'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { findEarlier, idempotently, type Operation } from '../../../../platform/database/idempotency.ts'
import { idOf, newId } from '../../../../platform/database/ids.ts'
import type { StoredFile } from '../../../../platform/files/index.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { ReceivedFile } from '../../../../platform/http/upload.ts'
import type { ComplianceContext } from '../context.ts'
import { insertFile } from '../files/file-store.ts'
import { storeFiles } from '../files/store-files.ts'
import { insertNote, isNoteOf, type NewNote, noteOfRequest, type WrittenNote } from './note-store.ts'
import { sealText } from './note-text.ts'

interface Written {
  readonly accountId: string
  readonly category: NoteCategory
  readonly text: string
  readonly corrects: string | null
  readonly files: readonly ReceivedFile[]
  readonly actor: PersonActor
  /** Undefined: repeated calls cannot be recognised as one request. */
  readonly requestId: string | undefined
}

/** @throws Refused `request.not_found` when `corrects` is no note about this person, `request.idempotency_key_reused` */
export async function addNote(
  context: ComplianceContext,
  { files, actor, requestId, ...written }: Written,
): Promise<{ id: string; at: Date }> {
  const { db, clock } = context
  const { accountId, corrects } = written
  const operation = operationOf(context, { files, actor, requestId, ...written })
  const find = (connection: Connection) => noteOfRequest(connection, operation.id)
  const earlier = await findEarlier(db, operation, find)
  if (earlier) return earlier
  if (corrects !== null && !(await isNoteOf(db, accountId, corrects))) refuse('request.not_found')
  const note = { ...written, id: newId(), authorId: actor.accountId, at: clock.now() }
  let kept: WrittenNote = { ...note, requestHash: operation.hash }
  await storeFiles(context, { ownerId: accountId, folder: 'case', files, senderId: actor.accountId }, async (stored) => {
    kept = await idempotently(db, operation, { find, record: (tx) => recordNote(context, tx, { note, stored, actor, operation }) })
  })
  return kept
}

/**
 * The same `requestId` of two officers gives two notes. The hash is keyed, since it outlives the text and must not confirm a guess of it.
 */
function operationOf(
  { secrets }: Pick<ComplianceContext, 'secrets'>,
  { accountId, category, text, corrects, files, actor, requestId }: Written,
): Operation {
  const attached = files.map(({ originalName, bytes }) => [originalName, bytes])
  const asked = JSON.stringify([accountId, category, text, corrects, attached])
  const hash = createHmac('sha256', secrets.derive('case note request')).update(asked).digest('hex')
  if (requestId === undefined) return { id: newId(), hash, isKeyless: true }
  return { id: idOf('case note', actor.accountId, requestId), hash, isKeyless: false }
}

interface Recording {
  readonly note: NewNote
  readonly stored: readonly StoredFile[]
  readonly actor: PersonActor
  readonly operation: Operation
}

async function recordNote(
  context: ComplianceContext,
  tx: Transaction,
  { note, stored, actor, operation }: Recording,
): Promise<WrittenNote> {
  const { accountId, category, corrects } = note
  const sealed = await sealText(context.files, tx, note)
  await insertNote(tx, { ...note, sealed, requestId: operation.id, requestHash: operation.hash })
  for (const file of stored) {
    await context.files.attach(tx, file)
    await insertFile(tx, { accountId, folder: 'case', reviewId: null, noteId: note.id }, file, { officerId: actor.accountId, at: note.at })
  }
  // Without the text: an entry of the trail can never be erased.
  const after = { note: note.id, category, corrects, files: stored.length, sha256: stored.map(({ sha256 }) => sha256) }
  await context.audit.record(tx, { actor, action: 'compliance.note_added', object: { type: 'account', id: accountId }, after })
  return { ...note, requestHash: operation.hash }
}
