import type { LinkedPerson, PersonLink, SharedThing } from '@tunjo/contract/person-links'
import { describe, expect, it } from 'vitest'
import { filteredByKind, type Graph, groupsOf, marksOf, predecessorsIn, prioritiesIn, toneOf } from './shared-groups.ts'

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

/** Ana shares a device with Beto and a network with Carla; Beto shares an account with Dora, two steps away. */
const GRAPH: Graph = {
  people: [
    person('ana', 0),
    person('beto', 1, { risk: 'medium' }),
    person('carla', 1, { isListed: true, risk: 'high' }),
    person('dora', 2),
  ],
  things: [thing('device', 'device'), thing('network', 'network'), thing('account', 'bank_account')],
  links: [
    link('ana', 'device'),
    link('beto', 'device'),
    link('ana', 'network'),
    link('carla', 'network'),
    link('beto', 'account'),
    link('dora', 'account'),
  ],
}

describe('paths through the links', () => {
  it('gives each node its predecessor on the shortest path, nearest first', () => {
    expect([...predecessorsIn(GRAPH)]).toEqual([
      ['ana', null],
      ['device', 'ana'],
      ['network', 'ana'],
      ['beto', 'device'],
      ['carla', 'network'],
      ['account', 'beto'],
      ['dora', 'account'],
    ])
  })

  it('filtering by one kind leaves out nodes that it does not reach', () => {
    const { people, things, links } = filteredByKind(GRAPH, 'device')
    expect([people.map(({ id }) => id), things.map(({ id }) => id), links.length]).toEqual([['ana', 'beto'], ['device'], 2])
    expect(filteredByKind(GRAPH, null)).toEqual(GRAPH)
    // An item between two others is not reached from the subject.
    expect(filteredByKind(GRAPH, 'bank_account').people.map(({ id }) => id)).toEqual(['ana'])
  })

  it('is empty without people', () => expect([...predecessorsIn({ people: [], things: [], links: [] })]).toEqual([]))
})

describe('shared items', () => {
  it('have the highest priority first, without the subject', () => {
    const groups = groupsOf(GRAPH)
    expect(groups.map(({ kind }) => kind)).toEqual(['network', 'device', 'bank_account'])
    expect(groups[0]?.entries[0]?.others.map(({ person: { id } }) => id)).toEqual(['carla'])
    expect(groups[0]?.entries[0]?.own).toEqual([link('ana', 'network')])
    expect(groups[2]?.entries[0]?.own).toEqual([])
  })

  it('with equal priority, items of the subject come before items between two others', () => {
    const people = [person('ana', 0), person('beto', 1), person('dora', 2)]
    const things = [thing('theirs', 'device'), thing('own', 'device')]
    const links = [link('beto', 'theirs'), link('dora', 'theirs'), link('ana', 'own'), link('beto', 'own')]
    expect(groupsOf({ people, things, links })[0]?.entries.map(({ thing: { id } }) => id)).toEqual(['own', 'theirs'])
  })
})

describe('marks of a person', () => {
  it('are counted without the subject', () => {
    const people = [person('ana', 0, { isListed: true }), ...GRAPH.people.slice(1), person('eva', 2, { openAlerts: 3 })]
    expect(prioritiesIn({ ...GRAPH, people })).toEqual({ people: 4, listed: 1, high: 1, alerts: 1 })
  })

  it.each([
    [{}, [], 'neutral'],
    [{ isListed: true, risk: 'high' }, ['listed', 'high'], 'failed'],
    [{ risk: 'medium', openAlerts: 2 }, ['medium', 'alerts'], 'waiting'],
    [{ state: 'suspended' }, ['suspended'], 'waiting'],
    [{ state: 'closed' }, ['closed'], 'neutral'],
    [{ state: 'forgotten', isListed: true }, ['listed', 'forgotten'], 'failed'],
  ] as const)('%o', (facts, names, tone) => {
    const other = person('beto', 1, facts)
    expect(marksOf(other).map(({ name }) => name)).toEqual(names)
    expect(toneOf(other)).toBe(tone)
  })
})
