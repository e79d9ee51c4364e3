import { representatives } from '@tunjo/contract/representatives'
import { describe, expect, it } from 'vitest'
import {
  changed,
  depthOf,
  emptyRow,
  finished,
  gapsOf,
  ordered,
  parentsFor,
  problemOf,
  type RepresentativeRow,
  removed,
  rowsOfList,
  rowsOfShareholders,
  toPeople,
} from './representative-rows.ts'

const person = (key: string, more: Partial<RepresentativeRow> = {}) =>
  emptyRow(key, { roles: ['owner'], name: 'Ana Rojas', documentNumber: `5200011${key}`, nationality: 'CO', share: '10', ...more })
const company = (key: string, more: Partial<RepresentativeRow> = {}) =>
  person(key, { roles: [], name: 'Holding SAS', documentType: 'NIT', documentNumber: `90012345${key}`, ...more })
const keys = (rows: readonly RepresentativeRow[]) => rows.map(({ key }) => key)

describe('rows of representatives and owners', () => {
  it('are complete once they and the company above them have no gap', () => {
    const rows = [
      person('1', { name: '' }),
      company('2'),
      person('3', { parentKey: '2' }),
      company('4', { share: '' }),
      person('5', { parentKey: '4' }),
    ]
    expect(keys(finished(rows))).toEqual(['2', '3'])
  })

  it('begin with a representative and the declared shareholders, and give the body of the call', () => {
    const rows = rowsOfShareholders([
      { name: 'Ana Rojas', identification: '52000111', nationality: 'CO', ownershipPercentage: '60.5' },
      { name: 'Holding S.A.S.', identification: '9001234568', nationality: 'CO', ownershipPercentage: '39.5' },
    ])
    expect(rows).toMatchObject([
      { roles: ['representative'], name: '' },
      { roles: ['owner'], documentType: 'CC', documentNumber: '52000111', share: '60,5' },
      { roles: [], documentType: 'NIT', share: '39,5' },
    ])
    expect(rows.map(gapsOf)).toEqual([['name', 'documentNumber', 'nationality'], [], []])
    const complete = changed(rows, 'first', { name: 'Eva Ruiz', documentNumber: '41000999', nationality: 'CO' })
    const body = { userId: crypto.randomUUID(), from: 0, people: toPeople(complete) }
    expect(representatives.writeRepresentatives.body.parse(body)).toMatchObject({
      people: [{ share: null }, { share: 60_50 }, { share: 39_50 }],
    })
    expect(problemOf(complete)).toBeNull()
  })

  it('follow the company that they own, and are sent in that order', () => {
    const rows = [
      person('1', { parentKey: '3' }),
      company('2', { parentKey: '3' }),
      company('3'),
      person('4', { parentKey: '2' }),
      person('5'),
    ]
    expect(keys(ordered(rows))).toEqual(['3', '1', '2', '4', '5'])
    expect(toPeople(rows).map(({ parent }) => parent)).toEqual([null, 0, 0, 2, null])
    expect(rows.map((row) => depthOf(rows, row))).toEqual([1, 1, 0, 2, 0])
    expect(toPeople(rowsOfList(toPeople(rows)))).toEqual(toPeople(rows))
  })

  it('a company cannot be below itself', () => {
    const rows = [company('1'), company('2', { parentKey: '1' }), company('3', { parentKey: '2' }), person('4')]
    const offered = (at: number) => keys(parentsFor(rows, rows[at] ?? person('none')))
    expect([offered(0), offered(1), offered(2), offered(3)]).toEqual([[], ['1'], ['1', '2'], ['1', '2', '3']])
  })

  it('the owners of a company that is removed or becomes a person are kept', () => {
    const rows = [company('1'), company('2', { parentKey: '1' }), person('3', { parentKey: '2' })]
    expect(removed(rows, '2')).toMatchObject([{ key: '1' }, { key: '3', parentKey: '1' }])
    const asPerson = changed(rows, '2', { documentType: 'CC', roles: ['owner'] })
    expect(asPerson).toMatchObject([{}, { key: '2', parentKey: '1' }, { key: '3', parentKey: null }])
    expect(ordered(asPerson)).toHaveLength(3)
  })

  it('a row drops values that its kind does not have', () => {
    const rows = [person('1', { isPep: true, birthDate: '1980-01-01' })]
    expect(changed(rows, '1', { documentType: 'NIT' })).toMatchObject([{ roles: [], isPep: false, birthDate: '', share: '10' }])
    expect(changed(rows, '1', { roles: ['controller'] })).toMatchObject([{ share: '', isPep: true }])
  })

  it('gaps and faults are reported by row', () => {
    expect(gapsOf(person('1', { share: '100,01' }))).toEqual(['share'])
    expect(gapsOf(person('1', { roles: [] }))).toEqual(['roles'])
    const twice = [person('1', { documentNumber: '52.000.111' }), person('2', { documentNumber: '52000111' })]
    expect(problemOf(twice)).toEqual({ key: '2', problem: 'twice' })
    expect(problemOf([person('1', { share: '60' }), person('2', { share: '40,01' })])).toEqual({ key: '2', problem: 'shares_above_total' })
  })
})
