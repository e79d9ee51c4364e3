import type { LinkedPerson, PersonLink, SharedThing } from '@tunjo/contract/person-links'
import { expect, it } from 'vitest'
import { filteredByKind, groupsOf, marksOf, prioritiesIn, toneOf } from '../shared-groups.ts'
import { layoutOf, nodeBeside, sizeOf, startOf } from './layout.ts'

const person = (id: string, depth: number, more: Partial<LinkedPerson> = {}): LinkedPerson => ({
  id,
  type: 'natural',
  name: id,
  email: `${id}@correo.example`,
  state: 'active',
  risk: 'low',
  openAlerts: 0,
  isListed: false,
  depth,
  ...more,
})
const thing = (id: string, kind: SharedThing['kind']): SharedThing => ({ id, kind, label: id, accounts: 2, hasMore: false, isHub: false })
const link = (personId: string, thingId: string): PersonLink => ({
  personId,
  thingId,
  role: 'signed_in',
  firstSeenAt: null,
  lastSeenAt: null,
  uses: null,
})
const GRAPH = {
  people: [person('ana', 0), person('eva', 1, { isListed: true }), person('ben', 1), person('leo', 2, { risk: 'medium', openAlerts: 2 })],
  things: [thing('net', 'network'), thing('phone', 'device'), thing('bank', 'bank_account')],
  links: [link('ana', 'net'), link('eva', 'net'), link('ana', 'phone'), link('ben', 'phone'), link('eva', 'phone'), link('ben', 'bank'), link('leo', 'bank')],
} // biome-ignore format: one graph

it("the list has the highest priority first, with the subject's relations to each item", () => {
  const groups = groupsOf(GRAPH)
  expect(groups.map(({ kind }) => kind)).toEqual(['device', 'network', 'bank_account'])
  expect(groups[0]?.entries[0]?.others.map(({ person: { id } }) => id)).toEqual(['eva', 'ben'])
  expect(groups.map(({ entries: [entry] }) => entry?.own.length)).toEqual([1, 1, 0])
  expect(prioritiesIn(GRAPH)).toEqual({ people: 3, listed: 1, high: 0, alerts: 1 })
})

it('filtering by one kind keeps only the nodes reached by it', () => {
  expect(filteredByKind(GRAPH, 'device').people.map(({ id }) => id)).toEqual(['ana', 'eva', 'ben'])
  expect(filteredByKind(GRAPH, 'network').links).toHaveLength(2)
  // Connected only through a device.
  expect(filteredByKind(GRAPH, 'bank_account').things).toEqual([])
  expect(filteredByKind(GRAPH, null)).toEqual(GRAPH)
})

it('marks show the most important facts about a person', () => {
  expect(marksOf(person('x', 1)).length).toBe(0)
  const worst = person('x', 1, { isListed: true, risk: 'high', openAlerts: 3, state: 'suspended' })
  expect(marksOf(worst).map(({ name }) => name)).toEqual(['listed', 'high', 'alerts', 'suspended'])
  expect([worst, person('y', 1, { openAlerts: 1 }), person('z', 1, { state: 'closed' })].map(toneOf)).toEqual([
    'failed',
    'waiting',
    'neutral',
  ])
})

it('each node has a separate place, in the column of its distance', () => {
  const places = layoutOf(GRAPH)
  const columns = [...places].map(([id, { x }]) => [id, x] as const)
  const columnOf = (id: string) => [...new Set(columns.map(([, x]) => x))].sort((a, b) => a - b).indexOf(places.get(id)?.x ?? -1)
  expect(['ana', 'net', 'phone', 'eva', 'ben', 'bank', 'leo'].map(columnOf)).toEqual([0, 1, 1, 2, 2, 3, 4])
  expect(sizeOf(places)).toBe('small')
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(7)
})

it('a graph too large to read starts at the subject', () => {
  const places = layoutOf(GRAPH)
  expect(startOf(places, { width: 1200, height: 300 })).toBeNull()
  expect(startOf(places, { width: 330, height: 250 })).toMatchObject({ x: 16, zoom: 0.7 })
})

it('arrow keys move to the nearest node in their direction', () => {
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 100, y: -50 }],
    ['c', { x: 100, y: 40 }],
    ['d', { x: 200, y: 0 }],
  ])
  expect(nodeBeside(places, 'a', 'ArrowRight')).toBe('c')
  expect(nodeBeside(places, 'c', 'ArrowUp')).toBe('b')
  expect(nodeBeside(places, 'c', 'ArrowDown')).toBeNull()
  expect(nodeBeside(places, 'd', 'ArrowLeft')).toBe('c')
  expect(nodeBeside(places, 'nobody', 'ArrowLeft')).toBeNull()
})
