/**
 * OFAC's list of specially designated nationals in its own CSV files: `sdn.csv` (12 columns), `alt.csv` (5: other names) and `add.csv` (6:
 * addresses), one after the other; which is which is told by the columns. Documents, births and addresses of chains stand in the remarks.
 */

import { type Chunks, FileFault } from '../../../platform/file-text.ts'
import { readCsvRows } from '../../../platform/read-csv-rows.ts'
import type { Identifier } from '../matching/identifiers.ts'
import { countriesOf, identifier, kindOf, tidy, yearsIn } from './facts.ts'
import type { ListEntry } from './types.ts'

const COLUMNS = { main: 12, names: 5, places: 6 } as const
const NOTHING = '-0-'
const value = (text: string | undefined): string => (text === undefined || text.trim() === NOTHING ? '' : tidy(text))

interface Draft extends ListEntry {
  readonly names: string[]
  readonly countries: string[]
}

export async function* readOfac(chunks: Chunks): AsyncGenerator<ListEntry> {
  const drafts = new Map<string, Draft>()
  for await (const { line, fields } of readCsvRows(chunks)) {
    const id = value(fields[0])
    if (!/^\d+$/.test(id)) throw new FileFault(line, `la primera columna debe ser un número y es «${id.slice(0, 40)}»`)
    if (fields.length === COLUMNS.main) {
      if (drafts.has(id)) throw new FileFault(line, `el registro ${id} está dos veces`)
      drafts.set(id, draft(line, id, fields))
    } else addMore(drafts.get(id), { line, id, fields })
  }
  yield* drafts.values()
}

function addMore(known: Draft | undefined, { line, id, fields }: { line: number; id: string; fields: readonly string[] }): void {
  if (fields.length !== COLUMNS.names && fields.length !== COLUMNS.places) {
    throw new FileFault(line, `hay ${fields.length} columnas; se esperaban 12 (sdn), 5 (alt) o 6 (add)`)
  }
  if (!known) throw new FileFault(line, `el registro ${id} no está en sdn.csv, que debe ir primero`)
  if (fields.length === COLUMNS.names) known.names.push(...[value(fields[3])].filter(Boolean))
  else known.countries.push(...countriesOf([value(fields[4])]).filter((code) => !known.countries.includes(code)))
}

function draft(line: number, id: string, fields: readonly string[]): Draft {
  const [name, type, programme, remarks] = [value(fields[1]), value(fields[2]), value(fields[3]), value(fields[11])]
  if (!name) throw new FileFault(line, `el registro ${id} no tiene nombre`)
  const notes = remarks.split(';').map(tidy)
  return {
    id,
    type: type === 'individual' ? 'person' : type === '' ? 'organisation' : null,
    names: [name, ...notes.flatMap((note) => /a\.k\.a\. '([^']+)'/.exec(note)?.[1] ?? [])],
    identifiers: notes.flatMap(identifiersIn),
    birthYears: yearsIn(notes.filter((note) => /\bDOB\b/.test(note))),
    countries: countriesOf(notes.flatMap((note) => /^(?:alt\. )?(?:nationality|citizen) (.+?)\.?$/i.exec(note)?.[1] ?? [])),
    gender: notes.some((note) => /^gender male/i.test(note))
      ? 'male'
      : notes.some((note) => /^gender female/i.test(note))
        ? 'female'
        : null,
    reason: programme,
    office: null,
  }
}

const CHAIN_ADDRESS = /Digital Currency Address - \w+ ([A-Za-z0-9]+)/
const NUMBERED = /^(?:alt\. )?([A-Za-zÀ-ÿ. ]+?)(?: No\.| #)?\s+#?\s*([A-Z]{0,3}[\d][\w.-]*)\s*(?:\(|\.|$)/
function identifiersIn(note: string): Identifier[] {
  const address = CHAIN_ADDRESS.exec(note)?.[1]
  if (address) return identifier('crypto_address', address)
  const [, label = '', number = ''] = NUMBERED.exec(note) ?? []
  const kind = kindOf(label)
  return kind === 'other' || /DOB|POB/.test(label) ? [] : identifier(kind, number.replace(/\.$/, ''))
}
