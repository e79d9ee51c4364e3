/** Loads a list: the whole file is read before anything is written, and it is compared with what stands. */
import { createHash } from 'node:crypto'
import type { ListName } from '@tunjo/contract/screening'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { ScreeningContext } from '../context.ts'
import { startRun } from '../people/rescreen.ts'
import { endEntries, fingerprintsOf, insertEntries, insertVersion, lockList, newestVersions, type PrintedEntry } from './list-store.ts'
import { readEu } from './read-eu.ts'
import { readOfac } from './read-ofac.ts'
import { readPep } from './read-pep.ts'
import { readUn } from './read-un.ts'
import { ListFault, type ListReader } from './types.ts'

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

/** A list that lost more than a tenth was cut off. */
const KEPT_SHARE_MIN = 0.9
const ENTRIES_MAX = 500_000

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
    if (before && entries.size < KEPT_SHARE_MIN * before.entries)
      refuse('screening.list_shrank', { before: before.entries, now: entries.size })
    const known = await fingerprintsOf(tx, list)
    const fresh = [...entries.values()].filter(({ entry, fingerprint }) => known.get(entry.id) !== fingerprint)
    const changed = fresh.filter(({ entry }) => known.has(entry.id))
    const removed = [...known.keys()].filter((id) => !entries.has(id))
    const counts = { entries: entries.size, added: fresh.length - changed.length, changed: changed.length, removed: removed.length }
    const at = clock.now()
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

async function readAll(list: ListName, content: Uint8Array): Promise<Map<string, PrintedEntry>> {
  const entries = new Map<string, PrintedEntry>()
  try {
    for await (const entry of FORMATS[list].read([content])) {
      if (entries.size >= ENTRIES_MAX) throw new ListFault(1, `más de ${ENTRIES_MAX} registros`)
      entries.set(entry.id, { entry, fingerprint: createHash('sha256').update(JSON.stringify(entry)).digest('hex') })
    }
    if (entries.size === 0) throw new ListFault(1, 'no trae ningún registro')
  } catch (error) {
    if (error instanceof ListFault) refuse('screening.list_faulty', { line: error.line, detail: error.detail })
    throw error
  }
  return entries
}
