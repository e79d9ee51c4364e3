/** Builds a case archive: everything in memory except the documents, whose hashes are known before the first of them is sent. */

import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { sha256 } from '../../../../platform/database/ids.ts'
import type { Platform } from '../../../../platform/module.ts'
import { checksum, type MemberToWrite } from '../../../../platform/zip/index.ts'
import type { CaseData } from './case-data.ts'
import type { CheckedDocument } from './documents.ts'
import { FORMAT, MANIFEST_NAME, type Manifest, SIGNATURE_NAME } from './manifest.ts'
import { sheetOf } from './sheets.ts'
import type { CaseArchiveSigner } from './signer.ts'
import { type Summarized, writeSummary } from './summary.ts'
import { ARCHIVE_WORDS } from './words.ts'

interface Making {
  readonly data: CaseData
  readonly documents: readonly CheckedDocument[]
  readonly emails: ReadonlyMap<string, string>
  readonly exportId: string
  readonly at: Date
  readonly officer: { readonly id: string; readonly email: string }
  readonly reason: string
  /** Language of the summary and the sheets. */
  readonly locale: Locale
}
export interface MadeCaseArchive {
  readonly members: readonly MemberToWrite[]
  readonly manifest: Manifest
  readonly manifestSha256: string
}

export async function makeCaseArchive(
  { files, settings, signer }: Pick<Platform, 'files' | 'settings'> & { readonly signer: CaseArchiveSigner },
  making: Making,
): Promise<MadeCaseArchive> {
  const { data, documents, locale } = making
  const words = ARCHIVE_WORDS[locale]
  const { person, parts, leftOut, audit } = data
  const summarized: Summarized = {
    ...making,
    person,
    parts,
    leftOut,
    audit,
    officerEmail: making.officer.email,
    publicUrl: settings.publicUrl,
  }
  const listed = [
    ...notified('resumen.pdf', await writeSummary(summarized)),
    ...notified('LEEME.txt', [words.readMe, ...words.checking(settings.publicUrl), ''].join('\n')),
    ...parts.flatMap((part) => {
      const sheet = sheetOf(part, locale)
      return [
        ...notified(`datos/${part.name}.json`, asJson(part.entries)),
        ...(sheet === null ? [] : notified(`datos/${part.name}.csv`, sheet)),
      ]
    }),
    ...notified('datos/documentos.json', asJson(documents.map((document) => shownDocument(document, making.emails)))),
    ...documents.flatMap(documentMember(files)),
  ]
  const manifest = manifestOf(making, signer, listed)
  const text = Buffer.from(asJson(manifest))
  return {
    members: [...listed, ...notified(MANIFEST_NAME, text), ...notified(SIGNATURE_NAME, signer.sign(text))],
    manifest,
    manifestSha256: sha256(text),
  }
}

interface HashedMember extends MemberToWrite {
  readonly sha256: string
}

function notified(name: string, given: string | Uint8Array): HashedMember[] {
  const content = typeof given === 'string' ? Buffer.from(given) : given
  return [{ name, bytes: content.length, crc: checksum(content), sha256: sha256(content), content: async () => content }]
}

/** Reads the document again when it is sent. If it has changed since its hash, nothing of it is sent. */
const documentMember =
  (files: Platform['files']) =>
  ({ row, path, file }: CheckedDocument): HashedMember[] => {
    if (!file) return []
    const content = async () => {
      const read = await files.read(row.fileId)
      if (!read || sha256(read) !== file.sha256) throw new Error(`document ${row.id} of a case archive changed while it was exported`)
      return read
    }
    return [{ name: path, ...file, content }]
  }

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function shownDocument({ row, path, file, why }: CheckedDocument, emails: ReadonlyMap<string, string>) {
  const { fileId: _fileId, bytes: _bytes, sha256: _sha256, by, checkedBy, ...facts } = row
  const emailOf = (id: string | null) => id && (emails.get(id) ?? id)
  return {
    path: file && path,
    unavailable: why,
    ...facts,
    by: emailOf(by),
    checkedBy: emailOf(checkedBy),
    bytes: row.bytes,
    sha256: row.sha256,
  }
}

function manifestOf(
  { data, documents, exportId, at, officer, reason }: Making,
  signer: CaseArchiveSigner,
  files: readonly HashedMember[],
): Manifest {
  const { person, parts, leftOut, audit } = data
  return {
    format: FORMAT,
    exportId,
    at: at.toISOString(),
    person: { id: person.id, email: person.email, name: person.name },
    exportedBy: officer,
    reason,
    audit,
    leftOut: leftOut.map((name) => ARCHIVE_WORDS[DEFAULT_LOCALE].parts[name]),
    shortened: parts.flatMap(({ name, entries, isShortened }) => (isShortened ? [{ part: name, entries: entries.length }] : [])),
    unavailable: documents.flatMap(({ path, why }) => (why === null ? [] : [{ document: path, why }])),
    files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    publicKey: signer.publicKey,
  }
}
