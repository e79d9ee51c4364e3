/**
 * Memory of a process about its own passes. Rows serve after a restart and for other processes. An attacker who resets them, so that
 * nothing is found often enough or new rows are never compared, does not reset the process.
 */
import { afterCommit, type Connection, type Database } from '../../../platform/database/database.ts'
import type { EvidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { differenceOf, type Figure } from './checks.ts'
import { placeText } from './sealed-texts.ts'
import { type FigureRow, findPlaces, type NamedPlace, type Place, savePlace } from './store.ts'

interface Count {
  readonly difference: bigint
  readonly seen: number
  readonly changing: number
}
export interface PassMemory {
  readonly places: Map<string, Place>
  readonly counts: Map<string, Count>
}
export const createPassMemory = (): PassMemory => ({ places: new Map(), counts: new Map() })

interface PlaceContext {
  readonly db: Database
  readonly seals: EvidenceSeals
  readonly memory: PassMemory
}
const START: Place = { seq: 0n, text: '' }

/** The furthest of three positions: the sealed row, the row from before there were seals, and the one in this process's memory. */
export async function placeOf({ db, seals, memory }: PlaceContext, name: string): Promise<Place> {
  const rows = (await findPlaces(db, name)).filter((row) => row.isOld || seals.isSealOf(placeText({ name, ...row }), row.seal))
  const remembered = memory.places.get(name)
  // Of two equal positions the later one counts: the rotation of the accounts has no number.
  const known = [START, ...rows.toSorted((one, other) => Number(other.isOld) - Number(one.isOld)), ...(remembered ? [remembered] : [])]
  const { seq, text } = known.reduce((furthest, place) => (place.seq >= furthest.seq ? place : furthest))
  return { seq, text }
}

export async function setPlace({ seals, memory }: PlaceContext, connection: Connection, place: NamedPlace): Promise<void> {
  await savePlace(connection, { ...place, seal: seals.seal(placeText(place)) })
  await afterCommit(connection, async () => void memory.places.set(place.name, { seq: place.seq, text: place.text }))
}

const keyOf = ({ check, asset, subject }: Figure): string => [check, asset, subject].join(' ')

/** The figure with the number of passes that found its difference, by this process or by the rows: the larger one. */
export async function counted({ memory }: PlaceContext, connection: Connection, figure: FigureRow): Promise<FigureRow> {
  const difference = differenceOf(figure)
  const key = keyOf(figure)
  if (difference === 0n) {
    await afterCommit(connection, async () => void memory.counts.delete(key))
    return figure
  }
  const before = memory.counts.get(key)
  const isSame = before?.difference === difference
  const count = { difference, seen: isSame ? before.seen + 1 : 1, changing: isSame ? 0 : (before?.changing ?? 0) + 1 }
  await afterCommit(connection, async () => void memory.counts.set(key, count))
  return { ...figure, seen: Math.max(figure.seen, count.seen), changing: Math.max(figure.changing, count.changing) }
}

/** Subjects of a comparison with many rows whose difference this process found last, also when their rows were changed. */
export const rememberedSubjects = ({ counts }: PassMemory, check: Figure['check']): string[] =>
  [...counts.keys()].filter((key) => key.startsWith(`${check} `)).map((key) => key.split(' ').slice(2).join(' '))

/** Drops the subjects of a comparison with many rows that the newest pass no longer names. */
export async function dropOthers(
  { memory }: PlaceContext,
  connection: Connection,
  { check, named }: { readonly check: Figure['check']; readonly named: readonly Figure[] },
): Promise<void> {
  const kept = new Set(named.map(keyOf))
  const others = [...memory.counts.keys()].filter((key) => key.startsWith(`${check} `) && !kept.has(key))
  await afterCommit(connection, async () => {
    for (const key of others) memory.counts.delete(key)
  })
}
