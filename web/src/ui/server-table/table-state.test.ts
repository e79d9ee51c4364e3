import { describe, expect, it } from 'vitest'
import { ALL_ROWS, INITIAL_TABLE, isNarrowed, type TableAction, type TableState, tableReducer, visibleRange } from './table-state.ts'

const after = (actions: TableAction[], from: TableState = INITIAL_TABLE) => actions.reduce(tableReducer, from)
const ON_PAGE_3: TableState = { ...INITIAL_TABLE, page: 3 }

describe('table state', () => {
  it.each<TableAction>([
    { type: 'search', text: 'ana' },
    { type: 'filter', key: 'risk', value: 'high' },
    { type: 'toggle', key: 'pep' },
    { type: 'sort', key: 'id' },
    { type: 'pageSize', pageSize: 25 },
    { type: 'clear' },
  ])('returns to the first page after $type', (action) => {
    expect(after([action], ON_PAGE_3).page).toBe(1)
  })

  it('sorts ascending, descending, and not at all', () => {
    const sort: TableAction = { type: 'sort', key: 'id' }
    expect(after([sort]).sort).toEqual({ key: 'id', direction: 'asc' })
    expect(after([sort, sort]).sort).toEqual({ key: 'id', direction: 'desc' })
    expect(after([sort, sort, sort]).sort).toBeNull()
    expect(after([sort, { type: 'sort', key: 'name' }]).sort).toEqual({ key: 'name', direction: 'asc' })
  })

  it('a view replaces search, filters and page; other filters keep its name, and clearing leaves it for all rows', () => {
    const view: TableAction = { type: 'view', view: 'a', filters: { level: '2' }, pageSize: 25 }
    const chosenByHand = after([{ type: 'filter', key: 'risk', value: 'high' }])
    const shown = after([{ type: 'search', text: 'ana' }, { type: 'filter', key: 'risk', value: 'high' }, view], ON_PAGE_3)
    expect(shown).toEqual({ ...INITIAL_TABLE, view: 'a', filters: { level: '2' }, pageSize: 25 })
    expect(after([{ type: 'filter', key: 'level', value: '3' }], shown)).toEqual({ ...shown, filters: { level: '3' } })
    expect(after([{ type: 'named', view: 'b' }], { ...ON_PAGE_3, search: 'ana' })).toEqual({ ...ON_PAGE_3, search: 'ana', view: 'b' })
    const typing = { ...INITIAL_TABLE, search: 'an' }
    expect(after([{ ...view, isFirst: true }], typing)).toEqual(typing)
    expect(after([{ type: 'clear' }], shown)).toEqual({ ...INITIAL_TABLE, pageSize: 25, view: ALL_ROWS })
    expect(after([{ type: 'clear' }], chosenByHand).view).toBeNull()
  })

  it('drops a filter without a choice', () => {
    const chosen = after([{ type: 'filter', key: 'risk', value: 'high' }])
    expect(isNarrowed(chosen)).toBe(true)
    expect(after([{ type: 'filter', key: 'risk', value: '' }], chosen)).toEqual(INITIAL_TABLE)
  })

  it('a header toggles its filter', () => {
    const on = after([{ type: 'toggle', key: 'pep' }])
    expect(on.filters).toEqual({ pep: '1' })
    expect(after([{ type: 'toggle', key: 'pep' }], on).filters).toEqual({})
  })

  it('keeps order and page size when the filters are cleared', () => {
    const state = after([
      { type: 'pageSize', pageSize: 25 },
      { type: 'sort', key: 'id' },
      { type: 'search', text: 'ana' },
      { type: 'clear' },
    ])
    expect(state).toEqual({ ...INITIAL_TABLE, pageSize: 25, sort: { key: 'id', direction: 'asc' } })
  })

  it('reports which rows are shown', () => {
    expect(visibleRange(INITIAL_TABLE, 0)).toEqual({ from: 0, to: 0 })
    expect(visibleRange(INITIAL_TABLE, 20)).toEqual({ from: 1, to: 20 })
    expect(visibleRange(ON_PAGE_3, 120)).toEqual({ from: 101, to: 120 })
  })

  it('limits the length of the search', () => {
    expect(after([{ type: 'search', text: 'x'.repeat(500) }]).search).toHaveLength(100)
  })
})
