import { describe, expect, it } from 'vitest'
import { DAY, readTable, type TableShape, writeTable } from './table-address.ts'
import { ALL_ROWS, INITIAL_TABLE, type TableState } from './table-state.ts'

const SHAPE: TableShape = { filters: { from: DAY, state: ['1', '2'] }, sorts: ['at', 'ip'], pageSizes: [10, 25] }
const FIRST: TableState = { ...INITIAL_TABLE, pageSize: 10 }
const NARROWED: TableState = {
  search: 'bogotá',
  filters: { from: '2026-11-20', state: '2' },
  sort: { key: 'ip', direction: 'asc' },
  page: 3,
  pageSize: 25,
  view: null,
}

describe('table address', () => {
  it('the first view has a plain address', () => {
    expect(writeTable(FIRST, SHAPE)).toEqual({})
    expect(readTable({}, SHAPE)).toEqual(FIRST)
  })

  it('a link shows the same rows', () => {
    expect(readTable(writeTable(NARROWED, SHAPE), SHAPE)).toEqual(NARROWED)
    expect(writeTable(NARROWED, SHAPE)).toMatchObject({ state: 2, from: '2026-11-20' })
  })

  it('a saved view is next to its filters, where the table has views', () => {
    const viewed = { ...NARROWED, view: '01890a5d-ac96-774b-bcce-b302099a8057' }
    expect(readTable(writeTable(viewed, SHAPE), { ...SHAPE, hasViews: true })).toEqual(viewed)
    expect(readTable(writeTable(viewed, SHAPE), SHAPE)).toEqual(NARROWED)
    for (const view of ['todos', '1', viewed.view.slice(1), `${viewed.view}0`])
      expect(readTable({ view }, { ...SHAPE, hasViews: true })).toEqual(FIRST)
    expect(readTable({ view: ALL_ROWS }, { ...SHAPE, hasViews: true })).toEqual({ ...FIRST, view: ALL_ROWS })
  })

  it.each([
    { from: '2026-13-01' },
    { from: 'yesterday' },
    { state: '9' },
    { state: ['2'] },
    { sort: 'password' },
    { order: 'asc' },
    { page: 0 },
    { page: 1.5 },
    { page: 10_001 },
    { size: 1000 },
    { other: 'x' },
    { text: { a: 1 } },
  ])('ignores unknown values: %j', (address) => {
    expect(readTable(address, SHAPE)).toEqual(FIRST)
  })

  it('numbers of the address are search text, up to a maximum length', () => {
    expect(readTable({ text: 190 }, SHAPE).search).toBe('190')
    expect(readTable({ text: 'x'.repeat(500) }, SHAPE).search).toHaveLength(100)
  })
})
