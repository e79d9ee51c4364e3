/**
 * Parser of politically exposed persons (Decreto 830 de 2021) as a CSV file with a header: `id`, `name`, `role`, `entity`, and where known
 * `document`, `birth_year` and `end_date` (AAAA-MM-DD).
 */

import { readCsvRows } from '../../../../platform/csv/read-csv-rows.ts'
import { type Chunks, FileFault } from '../../../../platform/files/file-text.ts'
import { identifier, tidy, yearsIn } from './facts.ts'
import { FAULT } from './list-words.ts'
import { namesOf } from './split-names.ts'
import type { ListEntry, ReadEntry } from './types.ts'

const NEEDED = ['id', 'name', 'role', 'entity']
const OPTIONAL = ['document', 'birth_year', 'end_date']
const DAY = /^\d{4}-\d{2}-\d{2}$/

export async function* readPep(chunks: Chunks): AsyncGenerator<ReadEntry> {
  let header: string[] | null = null
  const seen = new Set<string>()
  for await (const { line, fields } of readCsvRows(chunks)) {
    if (!header) {
      header = fields.map((name) => name.trim().toLowerCase())
      checkHeader(header, line)
      continue
    }
    if (fields.length !== header.length) throw new FileFault(line, FAULT.headerColumns(fields.length, header.length))
    const columns = header
    const entry = entryOf((name) => fields[columns.indexOf(name)] ?? '', line)
    if (seen.has(entry.id)) throw new FileFault(line, FAULT.twice(entry.id))
    seen.add(entry.id)
    yield { line, entry }
  }
}

function checkHeader(header: readonly string[], line: number): void {
  const missing = NEEDED.find((name) => !header.includes(name))
  if (missing) throw new FileFault(line, FAULT.missingColumn(missing))
  const unknown = header.find((name) => !NEEDED.includes(name) && !OPTIONAL.includes(name))
  if (unknown !== undefined) throw new FileFault(line, FAULT.unknownColumn(unknown.slice(0, 40)))
}

function entryOf(raw: (name: string) => string, line: number): ListEntry {
  const field = (name: string) => tidy(raw(name))
  const [id, name, until] = [field('id'), field('name'), field('end_date')]
  if (!id || !name) throw new FileFault(line, FAULT.incompleteEntry('id'))
  if (until && !DAY.test(until)) throw new FileFault(line, FAULT.day(until.slice(0, 20)))
  return {
    id,
    type: 'person',
    ...namesOf([{ text: raw('name') }]),
    identifiers: identifier('cedula', field('document')),
    birthYears: yearsIn([field('birth_year')]),
    countries: [],
    gender: null,
    reason: field('role'),
    office: { role: field('role'), entity: field('entity'), until: until || null },
  }
}
