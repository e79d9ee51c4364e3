/** The documents of a case archive: which there are, what they are called inside, and whether each can still be opened. */
import type { Permission } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { fieldOf } from '../../../platform/field-of.ts'
import type { Files } from '../../../platform/files/index.ts'
import { sha256 } from '../../../platform/ids.ts'
import { checksum } from '../../../platform/zip/index.ts'
import { DOCUMENT_PERMISSION } from './parts.ts'

export interface DocumentRow {
  /** Among all documents of the person, those too that this officer does not get. */
  readonly number: number
  readonly origin: keyof typeof DOCUMENT_PERMISSION
  readonly at: Date
  readonly id: string
  readonly fileId: string
  /** The form of a customer's, the folder of an officer's, the topic of a message's, the number of a request's. */
  readonly place: string
  readonly slot: string | null
  /** As somebody called it: for eyes only, never a path. */
  readonly name: string | null
  /** The note, the message or the entry of a request that it came with. */
  readonly cameWith: string | null
  readonly state: string | null
  readonly by: string | null
  readonly checkedAt: Date | null
  readonly checkedBy: string | null
  readonly description: string | null
  /** Null when the file itself is gone. */
  readonly kind: 'image' | 'pdf' | null
  readonly bytes: number | null
  readonly sha256: string | null
}

/** Oldest first, so that a later export calls the earlier ones the same. */
export async function documentsOf(
  connection: Connection,
  accountId: string,
  permissions: readonly Permission[],
): Promise<readonly DocumentRow[]> {
  const found =
    await sql<DocumentRow>`SELECT (row_number() OVER (ORDER BY document.at, document.id))::integer AS number, document.origin, document.at, document.id, document.file_id AS "fileId", document.place,
      document.slot, document.name, document.note_id AS "cameWith", document.state, document.by, document.checked_at AS "checkedAt",
      document.checked_by AS "checkedBy", document.description, stored.kind, stored.bytes::integer AS bytes, stored.sha256
    FROM reports.case_document document LEFT JOIN platform.stored_file stored ON stored.id = document.file_id
    WHERE document.account_id = ${accountId} ORDER BY document.at, document.id`.execute(connection)
  return found.rows.filter(({ origin }) => permissions.includes(DOCUMENT_PERMISSION[origin]))
}

const FOLDER = {
  customer: 'documentos/cliente',
  officer: 'documentos/oficiales',
  message: 'documentos/mensajes',
  provider: 'documentos/antecedentes',
  data_request: 'documentos/solicitudes',
} as const
const EXTENSION = { image: 'jpg', pdf: 'pdf' } as const

/** `documentos/cliente/003-natural-1-frontal.jpg`: from what we call things. */
export function pathOf({ number, origin, place, slot, kind }: DocumentRow): string {
  const words = [String(number).padStart(3, '0'), place, slot ?? ''].filter((word) => word !== '').map(plain)
  return `${FOLDER[origin]}/${words.join('-')}.${kind === null ? 'bin' : EXTENSION[kind]}`
}

const plain = (word: string): string => word.replace(/[^A-Za-z0-9-]/g, '').slice(0, 40)

export interface CheckedDocument {
  readonly row: DocumentRow
  readonly path: string
  /** Null: it stands in the case file and cannot be opened. */
  readonly file: { readonly bytes: number; readonly crc: number; readonly sha256: string } | null
  readonly why: 'missing' | 'altered' | null
}

/** One after the other: as much in memory as one of them. */
export async function checkDocuments(files: Pick<Files, 'read'>, rows: readonly DocumentRow[]): Promise<CheckedDocument[]> {
  const checked: CheckedDocument[] = []
  for (const row of rows) {
    const path = pathOf(row)
    const { content, why } = await openedOf(files, row)
    const file = content && { bytes: content.length, crc: checksum(content), sha256: sha256(content) }
    checked.push({ row, path, file, why })
  }
  return checked
}

async function openedOf(files: Pick<Files, 'read'>, row: DocumentRow) {
  try {
    const content = row.sha256 === null ? null : await files.read(row.fileId)
    if (!content) return { content: null, why: 'missing' } as const
    return sha256(content) === row.sha256 ? ({ content, why: null } as const) : ({ content: null, why: 'altered' } as const)
  } catch (error) {
    // Of the disk, and over with another try.
    if (fieldOf(error, 'syscall') !== undefined) throw error
    // What was sealed does not open any more: one document must not hide all others.
    return { content: null, why: 'altered' } as const
  }
}
