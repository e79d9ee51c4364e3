import { expect, it } from 'vitest'
import { leastLoaded } from './least-loaded.ts'

const ASKED = { able: ['c', 'a', 'b'], accountId: 'x', makerId: undefined, loads: new Map([['a', 2]]), capacity: 3 }

it('assigns work to the officer with the least, and of equals to the first', () => {
  expect(leastLoaded(ASKED)).toBe('b')
  expect(leastLoaded({ ...ASKED, loads: new Map([['a', 2], ['b', 2], ['c', 1]]) })).toBe('c') // biome-ignore format: one line
})

it('never to the person it is about, nor to its maker', () => {
  expect(leastLoaded({ ...ASKED, accountId: 'b' })).toBe('c')
  expect(leastLoaded({ ...ASKED, makerId: 'b' })).toBe('c')
  expect(leastLoaded({ ...ASKED, able: ['b'], accountId: 'b' })).toBeNull()
})

it('to no officer with as much as the configured number', () => {
  expect(leastLoaded({ ...ASKED, able: ['a'], capacity: 2 })).toBeNull()
  expect(leastLoaded({ ...ASKED, able: ['a'], capacity: 3 })).toBe('a')
  expect(leastLoaded({ ...ASKED, capacity: 0 })).toBeNull()
})
