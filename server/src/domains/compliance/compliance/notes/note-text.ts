/** Text of a note, sealed with the key of the customer whom it is about. */
import type { Connection } from '../../../../platform/database/database.ts'
import type { Files } from '../../../../platform/files/index.ts'

/** `reports` opens notes by this name too: change both together. */
const nameOf = (noteId: string): string => `compliance.case_note:${noteId}`

interface Said {
  readonly id: string
  readonly accountId: string
  readonly text: string
}
export async function sealText(files: Pick<Files, 'sealerOf'>, connection: Connection, { id, accountId, text }: Said): Promise<Buffer> {
  const sealer = await files.sealerOf(accountId, connection)
  return sealer.seal(nameOf(id), Buffer.from(text))
}

/** Null when the key was destroyed, so the text is unreadable. */
export type OpenText = (note: { id: string; text: string | null; sealed: Buffer | null }) => string | null

export async function textOpener(files: Pick<Files, 'openerOf'>, accountId: string): Promise<OpenText> {
  const open = await files.openerOf(accountId)
  return ({ id, text, sealed }) => {
    if (sealed === null) return text
    return open?.(nameOf(id), sealed)?.toString() ?? null
  }
}
