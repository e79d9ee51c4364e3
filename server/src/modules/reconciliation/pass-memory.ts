/**
 * What a process remembers of its own passes. Rows are for after a restart and for other processes: whoever sets them back, so that nothing is
 * ever found often enough or the comparison never comes to what is new, does not set back the process.
 */
import { afterCommit, type Connection, type Database } from '../../platform/database.ts'
import type { EvidenceSeals } from '../../platform/evidence-seals.ts'
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

/** Whichever is furthest: the row, when it is ours, the one of before there were seals, or what this process remembers. */
export async function placeOf({ db, seals, memory }: PlaceContext, name: string): Promise<Place> {
  const rows = (await findPlaces(db, name)).filter((row) => row.isOld || seals.isSealOf(placeText({ name, ...row }), row.seal))
  const remembered = memory.places.get(name)
  // Of two that are as far the later one counts: the turn of the accounts has no number.
  const known = [START, ...rows.toSorted((one, other) => Number(other.isOld) - Number(one.isOld)), ...(remembered ? [remembered] : [])]
  const { seq, text } = known.reduce((furthest, place) => (place.seq >= furthest.seq ? place : furthest))
  return { seq, text }
}

export async function setPlace({ seals, memory }: PlaceContext, connection: Connection, place: NamedPlace): Promise<void> {
  await savePlace(connection, { ...place, seal: seals.seal(placeText(place)) })
  await afterCommit(connection, async () => void memory.places.set(place.name, { seq: place.seq, text: place.text }))
}

const keyOf = ({ check, asset, subject }: Figure): string => [check, asset, subject].join(' ')

/** The figure with how often this process, or the rows, found its difference: whichever is more. */
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

/** Of a comparison with many rows: whose difference this process found last, whatever became of its rows. */
export const rememberedSubjects = ({ counts }: PassMemory, check: Figure['check']): string[] =>
  [...counts.keys()].filter((key) => key.startsWith(`${check} `)).map((key) => key.split(' ').slice(2).join(' '))

/** Of a comparison with many rows: what the newest pass no longer names. */
export async function forgetOthers(
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
