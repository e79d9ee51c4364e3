import { expect, it } from 'vitest'
import { isAliasTaken } from './alias.ts'

const accounts = [
  { id: 'a', alias: 'Nómina' },
  { id: 'b', alias: 'Casa' },
]

it('BANK-03 reports a name that is already used', () => {
  expect(isAliasTaken(' nómina ', accounts)).toBe(true)
  expect(isAliasTaken('Ahorro', accounts)).toBe(false)
})

it('BANK-03 an account may keep its own name', () => {
  expect(isAliasTaken('Casa', accounts, 'b')).toBe(false)
  expect(isAliasTaken('Casa', accounts, 'a')).toBe(true)
})
