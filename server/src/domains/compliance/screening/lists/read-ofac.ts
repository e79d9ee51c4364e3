/**
 * Parser of OFAC's list of specially designated nationals in its CSV files: `sdn.csv` (12 columns), `alt.csv` (5: other names), `add.csv`
 * (6: addresses) and `sdn_comments.csv` (2: remarks beyond their first 1,000 characters), one after the other; the number of columns
 * identifies the file. Documents, births and blockchain addresses are in the remarks (OFAC, Data Specification, 2023-09-25).
 */

import { readCsvRows } from '../../../../platform/csv/read-csv-rows.ts'
import { type Chunks, FileFault } from '../../../../platform/files/file-text.ts'
import type { Identifier } from '../matching/identifiers.ts'
import { countriesOf, identifier, kindOf, tidy, yearsIn } from './facts.ts'
import { FAULT } from './list-words.ts'
import { type NameField, namesOf } from './split-names.ts'
import type { ListEntry, ReadEntry } from './types.ts'

const COLUMNS = { main: 12, names: 5, places: 6, comments: 2 } as const
const NOTHING = '-0-'
const value = (text: string | undefined): string => (text === undefined || text.trim() === NOTHING ? '' : tidy(text))
/** Longer remarks continue in `sdn_comments.csv`. Complete ones end with a full stop. */
const REMARKS_MAX = 1_000

interface Draft extends Pick<ListEntry, 'id' | 'type' | 'reason'> {
  readonly line: number
  readonly names: string[]
  readonly otherNames: string[]
  readonly countries: string[]
  /** Unchanged, since a word may be split in two. */
  remarks: string
  hasComments: boolean
}

export async function* readOfac(chunks: Chunks): AsyncGenerator<ReadEntry> {
  const drafts = new Map<string, Draft>()
  for await (const { line, fields } of readCsvRows(chunks)) {
    const id = value(fields[0])
    if (!/^\d+$/.test(id)) throw new FileFault(line, FAULT.firstColumn(id.slice(0, 40)))
    if (fields.length === COLUMNS.main) {
      if (drafts.has(id)) throw new FileFault(line, FAULT.twice(id))
      drafts.set(id, draft(line, id, fields))
    } else addMore(drafts.get(id), { line, id, fields })
  }
  for (const one of drafts.values()) yield { line: one.line, entry: entryOf(one) }
}

function addMore(known: Draft | undefined, { line, id, fields }: { line: number; id: string; fields: readonly string[] }): void {
  const { names, places, comments } = COLUMNS
  if (fields.length !== names && fields.length !== places && fields.length !== comments) {
    throw new FileFault(line, FAULT.columns(fields.length))
  }
  if (!known) throw new FileFault(line, FAULT.notInMain(id))
  if (fields.length === names) known.otherNames.push(rawText(fields[3]))
  else if (fields.length === places) known.countries.push(...countriesOf([value(fields[4])]))
  else {
    known.remarks += rawText(fields[1])
    known.hasComments = true
  }
}
const rawText = (text = ''): string => (text.trim() === NOTHING ? '' : text)

function draft(line: number, id: string, fields: readonly string[]): Draft {
  const [name, type] = [value(fields[1]), value(fields[2])]
  if (!name) throw new FileFault(line, FAULT.nameless(id))
  return {
    id,
    line,
    type: type === 'individual' ? 'person' : type === '' ? 'organisation' : null,
    names: [rawText(fields[1])],
    otherNames: [],
    countries: [],
    reason: value(fields[3]),
    remarks: rawText(fields[11]),
    hasComments: false,
  }
}

/** An entry with truncated remarks lacks the most useful facts: documents and blockchain addresses. */
function entryOf({ line, id, type, reason, names, otherNames, countries, remarks, hasComments }: Draft): ListEntry {
  if (!hasComments && remarks.length >= REMARKS_MAX && !remarks.trimEnd().endsWith('.'))
    throw new FileFault(line, FAULT.truncatedRemarks(id))
  const notes = remarks.split(';').map(tidy)
  const nationalities = countriesOf(notes.flatMap((note) => /^(?:alt\. )?(?:nationality|citizen) (.+?)\.?$/i.exec(note)?.[1] ?? []))
  return {
    id,
    type,
    ...namesOf([
      ...names.map((text) => ({ text })),
      // OFAC puts the aliases that it calls weak between quotes in the remarks.
      ...notes.flatMap((note): NameField[] => {
        const text = /a\.k\.a\. '([^']+)'/.exec(note)?.[1]
        return text === undefined ? [] : [{ text, quality: 'low' }]
      }),
      ...otherNames.map((text) => ({ text })),
    ]),
    identifiers: notes.flatMap(identifiersIn),
    birthYears: yearsIn(notes.filter((note) => /\bDOB\b/.test(note))),
    countries: [...new Set([...nationalities, ...countries])],
    gender: notes.some((note) => /^gender male/i.test(note))
      ? 'male'
      : notes.some((note) => /^gender female/i.test(note))
        ? 'female'
        : null,
    reason,
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
