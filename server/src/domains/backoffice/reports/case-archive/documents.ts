/** Documents of a case archive: their list, their names inside, and whether each can still be opened. */
import type { Permission } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import type { Files } from '../../../../platform/files/index.ts'
import { fieldOf } from '../../../../platform/http/field-of.ts'
import { checksum } from '../../../../platform/zip/index.ts'
import { DOCUMENT_PERMISSION } from './parts.ts'

export interface DocumentRow {
  /** Number among all documents of the person, including those that this officer does not get. */
  readonly number: number
  readonly origin: keyof typeof DOCUMENT_PERMISSION
  readonly at: Date
  readonly id: string
  readonly fileId: string
  /** Form of a customer's document, folder of an officer's, topic of a message's, number of a request's. */
  readonly place: string
  readonly slot: string | null
  /** Name given by a person: for display only, never a path. */
  readonly name: string | null
  /** Note, message or request entry that it belongs to. */
  readonly cameWith: string | null
  readonly state: string | null
  readonly by: string | null
  readonly checkedAt: Date | null
  readonly checkedBy: string | null
  readonly description: string | null
  /** Null when the file itself no longer exists. */
  readonly kind: 'image' | 'pdf' | null
  readonly bytes: number | null
  readonly sha256: string | null
}

/** Oldest first, so that a later export keeps the earlier names. */
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

/** `documentos/cliente/003-natural-1-frontal.jpg`: built from our own names. */
export function pathOf({ number, origin, place, slot, kind }: DocumentRow): string {
  const words = [String(number).padStart(3, '0'), place, slot ?? ''].filter((word) => word !== '').map(plain)
  return `${FOLDER[origin]}/${words.join('-')}.${kind === null ? 'bin' : EXTENSION[kind]}`
}

const plain = (word: string): string => word.replace(/[^A-Za-z0-9-]/g, '').slice(0, 40)

export interface CheckedDocument {
  readonly row: DocumentRow
  readonly path: string
  /** Null when it is in the case file and cannot be opened. */
  readonly file: { readonly bytes: number; readonly crc: number; readonly sha256: string } | null
  readonly why: 'missing' | 'altered' | null
}

/** One after the other: only one of them is in memory. */
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
    // A disk error: another try may succeed.
    if (fieldOf(error, 'syscall') !== undefined) throw error
    // Altered content cannot be opened any more: one document must not hide all others.
    return { content: null, why: 'altered' } as const
  }
}
