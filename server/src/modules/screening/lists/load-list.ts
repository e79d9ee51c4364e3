/** Loads a list: the whole file is read before anything is written, and it is compared with what stands. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ListName } from '@tunjo/contract/screening'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ScreeningContext } from '../context.ts'
import { startRun } from '../people/rescreen.ts'
import {
  endEntries,
  fingerprintsOf,
  insertEntries,
  insertVersion,
  lockList,
  newestVersions,
  type PrintedEntry,
  removedSince,
} from './list-store.ts'
import { readEu } from './read-eu.ts'
import { readOfac } from './read-ofac.ts'
import { readPep } from './read-pep.ts'
import { readUn } from './read-un.ts'
import { type ListEntry, ListFault, type ListReader } from './types.ts'

interface Format {
  readonly read: ListReader
  readonly source: string
  readonly licence: string
}
export const FORMATS: Readonly<Record<ListName, Format>> = {
  ofac: { read: readOfac, source: 'OFAC, Specially Designated Nationals (sdn.csv, alt.csv, add.csv)', licence: 'Dominio público (Gobierno de EE. UU.)' },
  un: { read: readUn, source: 'ONU, lista consolidada del Consejo de Seguridad (XML)', licence: 'Lista pública de la ONU' },
  eu: { read: readEu, source: 'Unión Europea, lista consolidada de sanciones financieras (XML 1.1)', licence: 'Reutilización libre con mención de la fuente (Decisión 2011/833/UE)' },
  pep: { read: readPep, source: 'Personas expuestas políticamente (Decreto 830 de 2021), archivo propio', licence: 'La de su fuente' },
} // biome-ignore format: a row each

/**
 * A list that lost more than a tenth was cut off. Of a month together, and whatever came instead: one officer who takes a few entries out
 * again and again, or puts others in their place, empties no list.
 */
const LOST_SHARE_MAX = 0.1
const SHRINK_WINDOW_MS = 30 * 86_400_000
const ENTRIES_MAX = 500_000
const PIECE_BYTES = 65_536
const ID_MAX = 200
const NAMES_MAX = 500
const NAME_MAX = 2_000

interface LoadedFile {
  readonly list: ListName
  readonly content: Uint8Array
  readonly actor: PersonActor
}

/** @throws Refused `screening.list_faulty`, `screening.list_shrank`, `screening.list_known` */
export async function loadList(context: ScreeningContext, { list, content, actor }: LoadedFile): Promise<void> {
  const { db, clock, audit } = context
  const sha256 = createHash('sha256').update(content).digest('hex')
  const entries = await readAll(list, content)
  const { source, licence } = FORMATS[list]
  await inTransaction(db, async (tx) => {
    await lockList(tx, list)
    const before = (await newestVersions(tx)).find((version) => version.list === list)
    if (before?.sha256 === sha256) refuse('screening.list_known')
    const at = clock.now()
    const known = await fingerprintsOf(tx, list)
    const removed = [...known.keys()].filter((id) => !entries.has(id))
    const lately = await removedSince(tx, list, new Date(at.getTime() - SHRINK_WINDOW_MS))
    const monthAgo = (before?.entries ?? 0) + lately
    // Offices end and begin all the time: of those who hold them only the number counts.
    const lost = list === 'pep' ? (before?.entries ?? 0) - entries.size : removed.length + lately
    if (lost > LOST_SHARE_MAX * monthAgo) refuse('screening.list_shrank', { before: monthAgo, now: monthAgo - lost })
    const fresh = [...entries.values()].filter(({ entry, fingerprint }) => known.get(entry.id) !== fingerprint)
    const changed = fresh.filter(({ entry }) => known.has(entry.id))
    const counts = { entries: entries.size, added: fresh.length - changed.length, changed: changed.length, removed: removed.length }
    const id = newId()
    await insertVersion(tx, { id, list, source, licence, sha256, ...counts, loadedAt: at, loadedBy: actor.accountId })
    await endEntries(tx, list, id, [...removed, ...changed.map(({ entry }) => entry.id)])
    await insertEntries(tx, list, id, fresh)
    await startRun(context, tx, id)
    await audit.record(tx, {
      actor,
      action: 'screening.list_loaded',
      object: { type: 'list', id: list },
      after: { version: id, sha256, ...counts },
    })
  })
}

/** Others are answered meanwhile. */
async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    yield content.subarray(at, at + PIECE_BYTES)
    await setImmediate()
  }
}

/** Longer is no entry of an official list: it is a key that the database cannot keep, or names that take every comparison its time. */
function checkSize({ id, names }: ListEntry): void {
  const said = `el registro ${id.slice(0, 40)}`
  if (id.length > ID_MAX) throw new ListFault(1, `${said} tiene un identificador demasiado largo`)
  if (names.length > NAMES_MAX) throw new ListFault(1, `${said} tiene más de ${NAMES_MAX} nombres`)
  if (names.some((name) => name.length > NAME_MAX)) throw new ListFault(1, `${said} tiene un nombre demasiado largo`)
}

async function readAll(list: ListName, content: Uint8Array): Promise<Map<string, PrintedEntry>> {
  const entries = new Map<string, PrintedEntry>()
  try {
    for await (const entry of FORMATS[list].read(piecesOf(content))) {
      if (entries.size >= ENTRIES_MAX) throw new ListFault(1, `más de ${ENTRIES_MAX} registros`)
      checkSize(entry)
      entries.set(entry.id, { entry, fingerprint: createHash('sha256').update(JSON.stringify(entry)).digest('hex') })
    }
    if (entries.size === 0) throw new ListFault(1, 'no trae ningún registro')
  } catch (error) {
    if (error instanceof ListFault) refuse('screening.list_faulty', { line: error.line, detail: error.detail })
    throw error
  }
  return entries
}
