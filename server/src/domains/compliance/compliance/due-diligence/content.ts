/** Content of an enhanced due diligence and the reason for its return, sealed with the key of the customer (crypto-shredding). */
import { DiligenceContent } from '@tunjo/contract/due-diligence'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Files } from '../../../../platform/files/index.ts'

const contentName = (id: string, version: number): string => `compliance.due_diligence:${id}:${version}`
const nameOfNote = (id: string): string => `compliance.due_diligence_note:${id}`

interface Of {
  readonly id: string
  readonly version: number
  readonly accountId: string
}

export async function sealContent(
  files: Pick<Files, 'sealerOf'>,
  connection: Connection,
  { id, version, accountId }: Of,
  content: DiligenceContent,
): Promise<Buffer> {
  const { seal } = await files.sealerOf(accountId, connection)
  return seal(contentName(id, version), Buffer.from(JSON.stringify(content)))
}

export async function sealNote(
  files: Pick<Files, 'sealerOf'>,
  connection: Connection,
  { id, accountId }: Omit<Of, 'version'>,
  note: string,
): Promise<Buffer> {
  const { seal } = await files.sealerOf(accountId, connection)
  return seal(nameOfNote(id), Buffer.from(note))
}

/** Null when the key was destroyed, so the content is unreadable. */
export interface DiligenceOpener {
  content(id: string, version: number, sealed: Buffer): DiligenceContent | null
  note(id: string, sealed: Buffer): string | null
}
export async function diligenceOpener(files: Pick<Files, 'openerOf'>, connection: Connection, accountId: string): Promise<DiligenceOpener> {
  const open = await files.openerOf(accountId, connection)
  return {
    content(id, version, sealed) {
      const text = open?.(contentName(id, version), sealed)
      return text ? DiligenceContent.parse(JSON.parse(text.toString())) : null
    },
    note: (id, sealed) => open?.(nameOfNote(id), sealed)?.toString() ?? null,
  }
}
