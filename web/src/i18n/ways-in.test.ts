import { expect, it } from 'vitest'
import english from './en/verification.json'
import spanish from './es/verification.json'

it.each([
  ['Spanish', spanish, /transferencia bancaria o ERC20/, /depositar pesos por ERC20/, /única|único/i],
  ['English', english, /bank transfer or ERC20/, /deposit pesos by ERC20/, /only way/i],
] as const)(
  'A5 KYC-06 in %s, a document that PSE refuses is shown with each other way to deposit pesos',
  (_name, { level1 }, both, one, only) => {
    expect(level1.notPseTransfers).toMatch(both)
    expect(level1.notPse).toMatch(one)
    expect(`${level1.notPseTransfers} ${level1.notPse}`).not.toMatch(only)
  },
)
