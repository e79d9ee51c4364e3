/** Read a complete list file, in its official format, before anything is written. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ListName } from '@tunjo/contract/screening'
import { FileFault } from '../../../platform/file-text.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { PrintedEntry } from './list-store.ts'
import { readEu } from './read-eu.ts'
import { readOfac } from './read-ofac.ts'
import { readPep } from './read-pep.ts'
import { readUn } from './read-un.ts'
import type { ListEntry, ListReader } from './types.ts'

interface Format {
  readonly read: ListReader
  readonly source: string
  readonly licence: string
}
export const FORMATS: Readonly<Record<ListName, Format>> = {
  ofac: { read: readOfac, source: 'OFAC, Specially Designated Nationals (sdn.csv, alt.csv, add.csv, sdn_comments.csv)', licence: 'Dominio público (Gobierno de EE. UU.)' },
  un: { read: readUn, source: 'ONU, lista consolidada del Consejo de Seguridad (XML)', licence: 'Lista pública de la ONU' },
  eu: { read: readEu, source: 'Unión Europea, lista consolidada de sanciones financieras (XML 1.1)', licence: 'Reutilización libre con mención de la fuente (Decisión 2011/833/UE)' },
  pep: { read: readPep, source: 'Personas expuestas políticamente (Decreto 830 de 2021), archivo propio', licence: 'La de su fuente' },
} // biome-ignore format: a row each

const ENTRIES_MAX = 500_000
const PIECE_BYTES = 65_536
const ID_MAX = 200
const NAMES_MAX = 500
const NAME_MAX = 2_000
const IDENTIFIERS_MAX = 5_000

export const sumOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Entries by id. @throws Refused `screening.list_faulty` */
export async function readList(list: ListName, content: Uint8Array): Promise<Map<string, PrintedEntry>> {
  const entries = new Map<string, PrintedEntry>()
  try {
    for await (const { line, entry } of FORMATS[list].read(piecesOf(content))) {
      if (entries.size >= ENTRIES_MAX) throw new FileFault(line, `más de ${ENTRIES_MAX} registros`)
      checkSize(entry, line)
      entries.set(entry.id, { entry, fingerprint: createHash('sha256').update(JSON.stringify(entry)).digest('hex') })
    }
    if (entries.size === 0) throw new FileFault(1, 'no trae ningún registro')
  } catch (error) {
    if (error instanceof FileFault) refuse('screening.list_faulty', { line: error.line, detail: error.detail })
    throw error
  }
  return entries
}

/** Yields to the event loop, so that other requests are answered meanwhile. */
async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    yield content.subarray(at, at + PIECE_BYTES)
    await setImmediate()
  }
}

/**
 * A larger entry is not part of an official list: its key would exceed what the database can store, or its names would slow down every
 * comparison.
 */
function checkSize({ id, names, identifiers }: ListEntry, line: number): void {
  const said = `el registro ${id.slice(0, 40)}`
  if (id.length > ID_MAX) throw new FileFault(line, `${said} tiene un identificador demasiado largo`)
  if (names.length > NAMES_MAX) throw new FileFault(line, `${said} tiene más de ${NAMES_MAX} nombres`)
  if (names.some((name) => name.length > NAME_MAX)) throw new FileFault(line, `${said} tiene un nombre demasiado largo`)
  if (identifiers.length > IDENTIFIERS_MAX) throw new FileFault(line, `${said} tiene más de ${IDENTIFIERS_MAX} números`)
}
