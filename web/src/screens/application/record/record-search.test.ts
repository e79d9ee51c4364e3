import { expect, it } from 'vitest'
import { askedOf, isFiltered, readSearch } from './record-search.ts'

it('MON-03 reads the filters of the address, and asks for whole days of Bogotá', () => {
  const search = readSearch({
    kind: 'SWAP',
    asset: 'BTC',
    state: 'failed',
    from: '2026-10-01',
    to: '2026-10-31',
    text: 50000,
    movement: 'x',
  })
  expect(search).toEqual({
    kind: 'SWAP',
    asset: 'BTC',
    state: 'failed',
    from: '2026-10-01',
    to: '2026-10-31',
    text: '50000',
    movement: 'x',
  })
  expect(askedOf(search)).toEqual({
    kind: 'SWAP',
    asset: 'BTC',
    stateGroup: 'failed',
    from: '2026-10-01T05:00:00.000Z',
    to: '2026-11-01T04:59:59.999Z',
    text: '50000',
  })
})

it('MON-03 ignores unknown filters', () => {
  expect(isFiltered(readSearch({ kind: 'X', state: 'all', page: 2, from: 'ayer', asset: 'DOGE', text: '  ' }))).toBe(false)
  expect(isFiltered(readSearch({ movement: 'x' }))).toBe(false)
  expect(isFiltered(readSearch({ kind: 'DEPOSIT' }))).toBe(true)
})
