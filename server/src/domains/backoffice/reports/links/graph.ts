/** Bounded graph of links: pure. People with the highest priority come in first; people without room are counted. */
import {
  LINK_COUNT_MAX,
  LINK_HUB_ACCOUNTS,
  LINK_KINDS,
  LINK_NODES_MAX,
  type LinkedPerson,
  type LinkKind,
  type PersonLink,
  priorityScore,
} from '@tunjo/contract/person-links'
import type { PersonFacts, Use } from './link-store.ts'

/** Key that several customers share. */
export interface Shared {
  readonly kind: LinkKind
  readonly key: string
  readonly label: string
  readonly uses: readonly Use[]
}
export interface LinkGraph {
  readonly people: Map<string, LinkedPerson>
  readonly shared: Map<string, Shared>
  peopleLeftOut: number
}

/** Hubs are little informative: they leave room for people. */
const HUBS_MAX = 15

export const idOf = ({ kind, key }: Pick<Shared, 'kind' | 'key'>): string => `${kind} ${key}`
export const accountsOf = ({ uses }: Pick<Shared, 'uses'>): Set<string> => new Set(uses.map(({ accountId }) => accountId))
export const isHub = (shared: Pick<Shared, 'uses'>): boolean => accountsOf(shared).size > LINK_HUB_ACCOUNTS

export const startGraph = (subject: PersonFacts): LinkGraph => ({
  people: new Map([[subject.id, { ...subject, depth: 0 }]]),
  shared: new Map(),
  peopleLeftOut: 0,
})

const roomOf = ({ people, shared }: LinkGraph): number => LINK_NODES_MAX - people.size - shared.size

/** Adds the keys that the people of the former depth share with others, and those people. Hubs are shown only for the requested person. */
export function grow(graph: LinkGraph, found: readonly Shared[], facts: ReadonlyMap<string, PersonFacts>, depth: 1 | 2): void {
  const hubs = found.filter(isHub)
  if (depth === 1) for (const hub of hubs.slice(0, HUBS_MAX)) graph.shared.set(idOf(hub), hub)
  const followed = found.filter((shared) => !isHub(shared))
  for (const shared of followed)
    if (roomOf(graph) > 0 && [...accountsOf(shared)].filter((id) => graph.people.has(id)).length > 1) graph.shared.set(idOf(shared), shared)
  const byPerson = new Map<string, Shared[]>()
  for (const shared of followed)
    for (const id of accountsOf(shared)) if (!graph.people.has(id)) byPerson.set(id, [...(byPerson.get(id) ?? []), shared])
  const newcomers = [...byPerson.keys()].flatMap((id) => facts.get(id) ?? [])
  for (const person of newcomers.sort(byPriority)) {
    const ties = byPerson.get(person.id) ?? []
    const needed = 1 + ties.filter((shared) => !graph.shared.has(idOf(shared))).length
    if (needed > roomOf(graph)) graph.peopleLeftOut += 1
    else {
      graph.people.set(person.id, { ...person, depth })
      for (const shared of ties) graph.shared.set(idOf(shared), shared)
    }
  }
}

const byPriority = (one: PersonFacts, other: PersonFacts): number =>
  priorityScore(other) - priorityScore(one) || (one.id < other.id ? -1 : 1)

/** In the form of the contract: ids of this answer in place of keys, which are numbers and hashes that no page needs. */
export function presentGraph({ people, shared, peopleLeftOut }: LinkGraph, nameOf: (shared: Shared) => string) {
  const sorted = [...shared.values()].sort((one, other) => LINK_KINDS.indexOf(one.kind) - LINK_KINDS.indexOf(other.kind))
  const things = sorted.map((one, place) => ({ one, id: `${one.kind}-${place + 1}`, count: accountsOf(one).size }))
  return {
    people: [...people.values()].sort((one, other) => Number(other.depth === 0) - Number(one.depth === 0) || byPriority(one, other)),
    things: things.map(({ one, id, count }) => ({
      id,
      kind: one.kind,
      label: nameOf(one),
      accounts: Math.min(count, LINK_COUNT_MAX),
      hasMore: count > LINK_COUNT_MAX,
      isHub: isHub(one),
    })),
    links: things.flatMap(({ one, id }) =>
      linksOf(one.uses.filter(({ accountId }) => people.has(accountId))).map((link) => ({ ...link, thingId: id })),
    ),
    peopleLeftOut,
  }
}

/** One of each person and role: a browser that was removed and used again has two rows. */
function linksOf(uses: readonly Use[]): Omit<PersonLink, 'thingId'>[] {
  const merged = new Map<string, Use>()
  for (const use of uses) {
    const id = `${use.accountId} ${use.role}`
    const known = merged.get(id)
    merged.set(id, known ? both(known, use) : use)
  }
  return [...merged.values()].map(({ accountId, role, firstAt, lastAt, uses: count }) => ({
    personId: accountId,
    role,
    firstSeenAt: firstAt?.toISOString() ?? null,
    lastSeenAt: lastAt?.toISOString() ?? null,
    uses: count,
  }))
}

const both = (one: Use, other: Use): Use => ({
  ...one,
  firstAt: earliest(one.firstAt, other.firstAt),
  lastAt: one.lastAt && other.lastAt && one.lastAt > other.lastAt ? one.lastAt : (other.lastAt ?? one.lastAt),
  uses: one.uses === null && other.uses === null ? null : (one.uses ?? 0) + (other.uses ?? 0),
})
const earliest = (one: Date | null, other: Date | null): Date | null => (one && other ? (one < other ? one : other) : (one ?? other))
