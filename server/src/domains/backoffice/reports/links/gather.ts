/** Follows links from a person to others, and at depth 2 from those on. */
import { LINK_KINDS, type LinkKind, type PersonLinks } from '@tunjo/contract/person-links'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import { accountsOf, grow, idOf, isHub, type LinkGraph, presentGraph, type Shared, startGraph } from './graph.ts'
import { type KeyUse, keysOf, type PersonFacts, peopleOf, type Use, usersOf } from './link-store.ts'

export interface Asked {
  readonly subjectId: string
  /** Officer, who is never shown to themselves, nor counted. */
  readonly callerId: string
  readonly depth: 1 | 2
  readonly kinds: readonly LinkKind[]
}
type Banks = Pick<Parameters, 'bank'>

/** Maximum of each source and person. */
const KEYS_MAX = { 1: 50, 2: 10 } as const
/** Maximum of all together, the newest of each kind. */
const KEYS_ASKED_MAX = 400

export async function gatherLinks(connection: Connection, banks: Banks, asked: Asked): Promise<PersonLinks | null> {
  const subject = (await peopleOf(connection, [asked.subjectId], asked.subjectId)).get(asked.subjectId)
  if (!subject) return null
  const graph = startGraph(subject)
  const cuts = [await follow(connection, graph, asked, 1)]
  if (asked.depth === 2) cuts.push(await follow(connection, graph, asked, 2))
  return {
    ...presentGraph(graph, (shared) => nameOf(banks, shared)),
    kinds: LINK_KINDS.filter((kind) => asked.kinds.includes(kind)),
    isCut: cuts.includes(true),
  }
}

/** True when there was more than the maximum. */
async function follow(connection: Connection, graph: LinkGraph, { callerId, subjectId, kinds }: Asked, depth: 1 | 2): Promise<boolean> {
  const from = [...graph.people.values()].filter((person) => person.depth === depth - 1).map(({ id }) => id)
  const { rows, isCut } = await keysOf(connection, from, { kinds, limit: KEYS_MAX[depth] })
  const keys = newestKeys(rows.filter((row) => !graph.shared.has(idOf(row))))
  const asked = keys.slice(0, KEYS_ASKED_MAX)
  const found = (await sharedAmong(connection, asked)).map((shared) => without(shared, callerId)).filter((one) => accountsOf(one).size > 1)
  const strangers = new Set(found.filter((shared) => !isHub(shared)).flatMap((shared) => [...accountsOf(shared)]))
  for (const id of graph.people.keys()) strangers.delete(id)
  const facts = strangers.size === 0 ? new Map<string, PersonFacts>() : await peopleOf(connection, [...strangers], subjectId)
  grow(graph, found, facts, depth)
  return isCut || keys.length > asked.length
}

interface OwnKey extends Pick<Shared, 'kind' | 'key' | 'label'> {
  readonly own: readonly KeyUse[]
}

/** Each once, alternating between the kinds, so that many of one leave room for the others. */
function newestKeys(rows: readonly KeyUse[]): OwnKey[] {
  const byId = new Map<string, KeyUse[]>()
  for (const row of rows) byId.set(idOf(row), [...(byId.get(idOf(row)) ?? []), row])
  const timeOf = (own: readonly KeyUse[]) => Math.max(...own.map(({ lastAt, firstAt }) => (lastAt ?? firstAt)?.getTime() ?? 0))
  const newest = [...byId.values()].sort((one, other) => timeOf(other) - timeOf(one))
  const turns = new Map<LinkKind, number>()
  const placed = newest.flatMap((own) => {
    const [first] = own
    if (!first) return []
    const turn = turns.get(first.kind) ?? 0
    turns.set(first.kind, turn + 1)
    // The most informative label: a partner has a name, a document number has none.
    const label = own.reduce((best, one) => (one.label.length > best.length ? one.label : best), '')
    return [{ turn, key: { kind: first.kind, key: first.key, label, own } }]
  })
  return placed.sort((one, other) => one.turn - other.turn).map(({ key }) => key)
}

/** For a key of very many accounts only the first ones are read: the requested person belongs to it nevertheless. */
async function sharedAmong(connection: Connection, keys: readonly OwnKey[]): Promise<Shared[]> {
  const users = new Map<string, Use[]>()
  for (const use of await usersOf(connection, keys)) users.set(idOf(use), [...(users.get(idOf(use)) ?? []), use])
  return keys.map(({ own, ...key }) => {
    const found = users.get(idOf(key)) ?? []
    const missing = own.filter((use) => !found.some(({ accountId, role }) => accountId === use.accountId && role === use.role))
    return { ...key, uses: [...found, ...missing] }
  })
}

const without = (shared: Shared, callerId: string): Shared => ({
  ...shared,
  uses: shared.uses.filter(({ accountId }) => accountId !== callerId),
})

function nameOf({ bank }: Banks, { kind, label }: Shared): string {
  if (kind !== 'bank_account') return label
  const [bankId = '', ending = ''] = label.split(' ')
  return `${bank(Number(bankId))?.name ?? bankId} ··${ending}`
}
