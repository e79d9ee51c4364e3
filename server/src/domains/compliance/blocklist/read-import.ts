/** Rows of a CSV for the blocklist: each with its line, and its entry or its problem. */

import {
  BLACK_LIST_KINDS,
  BLACK_LIST_VALUE_MAX,
  type BlackListKind,
  IMPORT_COLUMNS,
  IMPORT_FAULTS,
  IMPORT_KINDS,
  IMPORT_ROWS_MAX,
  type ImportFault,
  type ImportRow,
} from '@tunjo/contract/blocklist'
import { endOfBogotaDay } from '@tunjo/contract/bogota-day'
import { hasInvisible, hasUnseenInLines } from '@tunjo/contract/plain-text'
import * as z from 'zod'
import { type CsvRow, readCsvRows } from '../../../platform/csv/read-csv-rows.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { foldText } from '../../../platform/database/list-query.ts'
import { FileFault, refuseFault } from '../../../platform/files/file-text.ts'
import { isRefusal } from '../../../platform/http/refusal.ts'
import { tidyText } from '../../../platform/phrases/visible-text.ts'
import { checkReason } from '../../../platform/security/officer-reason.ts'
import type { AddContext } from './add-entry.ts'
import { IMPORT_FILE_FAULTS, STORED_WORDS } from './blocklist-words.ts'
import { hashesInForce } from './entry-store.ts'
import type { ListedValue } from './listed-value.ts'
import { readDevice } from './read-device.ts'
import { readValue } from './values.ts'

/** A valid row has all fields; another one has its problem. */
export interface ReadRow extends ImportRow {
  readonly value: ListedValue | null
  readonly expiresAt: Date | null
}

/** @throws Refused `blacklist.file_faulty` */
export async function readImport(
  { db, clock, blackList }: Pick<AddContext, 'db' | 'clock' | 'blackList'>,
  csv: string,
): Promise<readonly ReadRow[]> {
  const now = clock.now()
  const rows: ReadRow[] = []
  for (const row of await rowsOf(csv)) rows.push(await readRow(db, row, now))
  const hashed = rows.map((row) => ({ ...row, hash: row.kind && row.value ? blackList.hashOf(row.kind, row.value.text) : null }))
  const hashes = hashed.flatMap(({ hash }) => hash ?? [])
  const known = await hashesInForce(db, hashes, now)
  const seen = new Set<string>()
  return hashed.map(({ hash, ...row }) => {
    if (hash === null || row.problem) return row
    const problem = known.has(hash) ? 'known' : seen.has(hash) ? 'repeated' : null
    seen.add(hash)
    return { ...row, problem }
  })
}

export const isFaulty = ({ problem }: Pick<ImportRow, 'problem'>): boolean => FAULTS.some((fault) => fault === problem)
const FAULTS: readonly ImportFault[] = IMPORT_FAULTS

/** The separator is detected from the header. */
async function rowsOf(csv: string): Promise<CsvRow[]> {
  const [header = ''] = csv.split('\n', 1)
  const separator = header.includes(';') ? ';' : ','
  const rows: CsvRow[] = []
  try {
    for await (const row of readCsvRows([Buffer.from(csv)], separator)) {
      rows.push(row)
      if (rows.length > IMPORT_ROWS_MAX + 1) throw new FileFault(row.line, IMPORT_FILE_FAULTS.tooManyRows(IMPORT_ROWS_MAX))
    }
    const [first, ...others] = rows
    if (!first || !isHeader(first.fields)) throw new FileFault(1, IMPORT_FILE_FAULTS.wrongHeader(IMPORT_COLUMNS.join(separator)))
    if (others.length === 0) throw new FileFault(1, IMPORT_FILE_FAULTS.noRows)
    return others
  } catch (error) {
    if (error instanceof FileFault) refuseFault('blacklist.file_faulty', error)
    throw error
  }
}

const isHeader = (fields: readonly string[]) =>
  fields.length === IMPORT_COLUMNS.length && IMPORT_COLUMNS.every((name, at) => foldText(fields[at] ?? '').trim() === name)

async function readRow(connection: Connection, { line, fields }: CsvRow, now: Date): Promise<ReadRow> {
  const [typedKind = '', typed = '', typedReason = '', typedExpiry = ''] = fields.map((field) => field.trim())
  const kind = kindOf(typedKind)
  const isWhole = fields.length === IMPORT_COLUMNS.length
  const value = isWhole && kind && typed.length <= BLACK_LIST_VALUE_MAX ? await typedValue(connection, kind, typed) : null
  const expiry = expiryOf(typedExpiry, now)
  const reasonProblem = checkReason(typedReason)
  const problems: readonly (ImportFault | null)[] = [
    isWhole ? null : 'columns',
    hasInvisible(typedKind + typed + typedExpiry) || hasUnseenInLines(typedReason) ? 'text_unseen' : null,
    kind ? null : 'kind_unknown',
    typed === '' ? 'value_missing' : null,
    typed.length > BLACK_LIST_VALUE_MAX ? 'value_too_long' : null,
    typeof value === 'string' ? value : null,
    reasonProblem && (reasonProblem.code === 'request.reason_too_long' ? 'reason_too_long' : 'reason_invalid'),
    typeof expiry === 'string' ? expiry : null,
  ]
  const read = value === null || typeof value === 'string' ? null : value
  return {
    line,
    kind,
    masked: read?.masked ?? '',
    reason: tidyText(typedReason),
    expiresOn: typedExpiry,
    problem: problems.find((problem) => problem !== null) ?? null,
    value: read,
    expiresAt: typeof expiry === 'string' ? null : expiry,
  }
}

/** The name in the template, or the one in the export. */
function kindOf(typed: string): BlackListKind | null {
  const word = foldText(typed)
  return BLACK_LIST_KINDS.find((kind) => IMPORT_KINDS[kind] === word || foldText(STORED_WORDS.kinds[kind]) === word) ?? null
}

async function typedValue(connection: Connection, kind: BlackListKind, typed: string): Promise<ListedValue | ImportFault> {
  if (kind === 'device') return (await readDevice(connection, typed)) ?? 'device_unknown'
  const value = readValue(kind, typed)
  if (!isRefusal(value)) return value
  return value.code === 'blacklist.too_wide' ? 'too_wide' : 'value_invalid'
}

/** Empty: until it is removed. */
function expiryOf(typed: string, now: Date): Date | null | ImportFault {
  if (typed === '') return null
  if (!z.iso.date().safeParse(typed).success) return 'expiry_invalid'
  const expiresAt = endOfBogotaDay(typed)
  return expiresAt <= now ? 'expiry_past' : expiresAt
}
