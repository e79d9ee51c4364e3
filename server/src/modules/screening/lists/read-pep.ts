/**
 * Politically exposed persons (Decreto 830 de 2021) as a CSV file with a header: `id`, `name`, `role`, `entity`, and where known `document`,
 * `birth_year` and `end_date` (AAAA-MM-DD).
 */
import { identifier, tidy, yearsIn } from './facts.ts'
import { readCsvRows } from './read-csv-rows.ts'
import { type Chunks, type ListEntry, ListFault } from './types.ts'

const NEEDED = ['id', 'name', 'role', 'entity']
const OPTIONAL = ['document', 'birth_year', 'end_date']
const DAY = /^\d{4}-\d{2}-\d{2}$/

export async function* readPep(chunks: Chunks): AsyncGenerator<ListEntry> {
  let header: string[] | null = null
  const seen = new Set<string>()
  for await (const { line, fields } of readCsvRows(chunks)) {
    if (!header) {
      header = fields.map((name) => name.trim().toLowerCase())
      checkHeader(header, line)
      continue
    }
    if (fields.length !== header.length) throw new ListFault(line, `hay ${fields.length} columnas; el encabezado tiene ${header.length}`)
    const columns = header
    const entry = entryOf((name) => tidy(fields[columns.indexOf(name)] ?? ''), line)
    if (seen.has(entry.id)) throw new ListFault(line, `el registro ${entry.id} está dos veces`)
    seen.add(entry.id)
    yield entry
  }
}

function checkHeader(header: readonly string[], line: number): void {
  const missing = NEEDED.find((name) => !header.includes(name))
  if (missing) throw new ListFault(line, `falta la columna «${missing}»`)
  const unknown = header.find((name) => !NEEDED.includes(name) && !OPTIONAL.includes(name))
  if (unknown !== undefined) throw new ListFault(line, `la columna «${unknown.slice(0, 40)}» no se conoce`)
}

function entryOf(field: (name: string) => string, line: number): ListEntry {
  const [id, name, until] = [field('id'), field('name'), field('end_date')]
  if (!id || !name) throw new ListFault(line, 'un registro no tiene id o nombre')
  if (until && !DAY.test(until)) throw new ListFault(line, `la fecha «${until.slice(0, 20)}» no es AAAA-MM-DD`)
  return {
    id,
    type: 'person',
    names: [name],
    identifiers: identifier('cedula', field('document')),
    birthYears: yearsIn([field('birth_year')]),
    countries: [],
    gender: null,
    reason: field('role'),
    office: { role: field('role'), entity: field('entity'), until: until || null },
  }
}
