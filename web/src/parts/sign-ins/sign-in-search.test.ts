import { expect, it } from 'vitest'
import { INITIAL_TABLE } from '../../ui/server-table/table-state.ts'
import { signInsAsked } from './sign-in-search.ts'

it('ID-06 asks for whole days of Bogotá', () => {
  const { from, to } = signInsAsked({ ...INITIAL_TABLE, filters: { from: '2026-11-20', to: '2026-11-20' } })
  expect(from).toBe('2026-11-20T05:00:00.000Z')
  expect(to).toBe('2026-11-21T04:59:59.999Z')
})

it('leaves out filters that were not set', () => {
  const asked = signInsAsked({ ...INITIAL_TABLE, search: '  ', filters: { from: 'never' } })
  expect(Object.values(asked).filter((value) => value !== undefined)).toEqual([])
})

it('sends every filter and the order', () => {
  expect(
    signInsAsked({
      ...INITIAL_TABLE,
      search: ' Cali ',
      filters: { result: 'entered', deviceKind: 'mobile' },
      sort: { key: 'ip', direction: 'asc' },
    }),
  ).toMatchObject({ text: 'Cali', result: 'entered', deviceKind: 'mobile', sort: 'ip', order: 'asc' })
})
