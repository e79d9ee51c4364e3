/** Groups for the list and the drawing of links, from the server's answer. */
import {
  LINK_KINDS,
  type LinkedPerson,
  type LinkKind,
  type PersonLink,
  type PersonLinks,
  priorityScore,
  type SharedThing,
} from '@tunjo/contract/person-links'
import type { StatusKind } from '../../../../../ui/status-badge.tsx'

export type Graph = Pick<PersonLinks, 'people' | 'things' | 'links'>

export interface Sharer {
  readonly person: LinkedPerson
  readonly links: readonly PersonLink[]
}
export interface SharedEntry {
  readonly thing: SharedThing
  /** Highest priority first, without the subject. */
  readonly others: readonly Sharer[]
  /** Relations of the subject to the item; empty when it connects two others. */
  readonly own: readonly PersonLink[]
}
export interface SharedGroup {
  readonly kind: LinkKind
  readonly entries: readonly SharedEntry[]
}

/** Keep links of one kind only: nodes not reached by them from the subject are left out. */
export function filteredByKind(graph: Graph, kind: LinkKind | null): Graph {
  const things = graph.things.filter((thing) => kind === null || thing.kind === kind)
  const reached = predecessorsIn({ ...graph, things })
  return {
    people: graph.people.filter(({ id }) => reached.has(id)),
    things: things.filter(({ id }) => reached.has(id)),
    links: graph.links.filter(({ personId, thingId }) => reached.has(personId) && reached.has(thingId)),
  }
}

/** Predecessor of each node on the shortest path, nearest first; the subject comes first, with `null`. */
export function predecessorsIn({ people, things, links }: Graph): Map<string, string | null> {
  const start = people[0]?.id
  const isShown = new Set([...people, ...things].map(({ id }) => id))
  const beside = new Map<string, string[]>()
  const join = (from: string, to: string) => beside.set(from, [...(beside.get(from) ?? []), to])
  for (const { personId, thingId } of links.filter((link) => isShown.has(link.personId) && isShown.has(link.thingId))) {
    join(personId, thingId)
    join(thingId, personId)
  }
  const reached = new Map<string, string | null>(start === undefined ? [] : [[start, null]])
  // A map also iterates entries added during the iteration.
  for (const id of reached.keys()) for (const next of beside.get(id) ?? []) if (!reached.has(next)) reached.set(next, id)
  return reached
}

/** Kinds, items and people by priority. */
export function groupsOf({ people, things, links }: Graph): SharedGroup[] {
  const [self] = people
  const entries = things.map((thing): SharedEntry => {
    const ofThing = links.filter(({ thingId }) => thingId === thing.id)
    const linksOf = (id: string) => ofThing.filter(({ personId }) => personId === id)
    const others = people.filter(({ id, depth }) => depth > 0 && linksOf(id).length > 0)
    return {
      thing,
      others: others.sort(byPriority).map((person) => ({ person, links: linksOf(person.id) })),
      own: self ? linksOf(self.id) : [],
    }
  })
  const groups = LINK_KINDS.map((kind) => ({ kind, entries: entries.filter(({ thing }) => thing.kind === kind).sort(byEntry) }))
  return groups.filter(({ entries: own }) => own.length > 0).sort((one, other) => priorityIn(other.entries) - priorityIn(one.entries))
}

const byPriority = (one: LinkedPerson, other: LinkedPerson): number => priorityScore(other) - priorityScore(one)
const priorityAt = ({ others }: SharedEntry): number => Math.max(-1, ...others.map(({ person }) => priorityScore(person)))
const priorityIn = (entries: readonly SharedEntry[]): number => Math.max(-1, ...entries.map(priorityAt))
/** Items of the subject come before items that connect two others. */
const byEntry = (one: SharedEntry, other: SharedEntry): number =>
  priorityAt(other) - priorityAt(one) || Number(other.own.length > 0) - Number(one.own.length > 0)

export const prioritiesIn = ({ people }: Graph) => {
  const others = people.filter(({ depth }) => depth > 0)
  return {
    people: others.length,
    listed: others.filter(({ isListed }) => isListed).length,
    high: others.filter(({ risk }) => risk === 'high').length,
    alerts: others.filter(({ openAlerts }) => openAlerts > 0).length,
  }
}

export interface Mark {
  readonly name: 'listed' | 'high' | 'medium' | 'alerts' | 'suspended' | 'closed' | 'forgotten'
  readonly kind: StatusKind
  readonly count?: number
}

/** Risk marks of a person, most important first. */
export function marksOf({ isListed, risk, openAlerts, state }: LinkedPerson): Mark[] {
  const marks: (Mark | null)[] = [
    isListed ? { name: 'listed', kind: 'failed' } : null,
    risk === 'low' ? null : { name: risk, kind: risk === 'high' ? 'failed' : 'waiting' },
    openAlerts > 0 ? { name: 'alerts', kind: 'waiting', count: openAlerts } : null,
    state === 'active' ? null : { name: state, kind: state === 'suspended' ? 'waiting' : 'neutral' },
  ]
  return marks.filter((mark) => mark !== null)
}

/** Border tone of a node by its priority. */
export function toneOf(person: LinkedPerson): 'failed' | 'waiting' | 'neutral' {
  const kinds = marksOf(person).map(({ kind }) => kind)
  return kinds.includes('failed') ? 'failed' : kinds.includes('waiting') ? 'waiting' : 'neutral'
}
