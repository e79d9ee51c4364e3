import { Shareholder } from '@tunjo/contract/kyc-forms'
import { describe, expect, it } from 'vitest'
import {
  areRowsReady,
  emptyRow,
  isShare,
  readIdentification,
  readRows,
  type ShareholderRow,
  sumOf,
  toShareholders,
} from './shareholder-rows.ts'

const row = (ownershipPercentage: string, more: Partial<ShareholderRow> = {}): ShareholderRow => ({
  key: ownershipPercentage,
  name: 'Ana Ruiz',
  identification: '52000111',
  nationality: 'CO',
  ownershipPercentage,
  ...more,
})

describe('KYC-12 shareholders', () => {
  it('add up while typing, with comma or point, to at most the whole', () => {
    expect(sumOf([row('33,33'), row('33.33'), row('')])).toEqual({ total: 6666, left: 3334 })
    expect(areRowsReady([row('60'), row('40')])).toBe(true)
    expect(areRowsReady([row('60'), row('40,01')])).toBe(false)
    expect(sumOf([row('60'), row('40,01')]).left).toBe(-1)
  })

  it.each(['', '0', '0,00', '100,01', '101', 'x', '12,345'])('a share of %o is invalid', (typed) => {
    expect(isShare(typed)).toBe(false)
    expect(areRowsReady([row(typed)])).toBe(false)
  })

  it.each(['name', 'identification', 'nationality'] as const)('are not complete without %s', (field) => {
    expect(areRowsReady([row('50', { [field]: '' })])).toBe(false)
    expect(areRowsReady([row('50')])).toBe(true)
  })

  it('are parsed from any draft', () => {
    expect(readRows(undefined)).toEqual([emptyRow('row-0')])
    expect(readRows([null, 7, { name: 'Ana', ownershipPercentage: 5 }])).toEqual([
      emptyRow('row-0'),
      emptyRow('row-1'),
      { ...emptyRow('row-2'), name: 'Ana' },
    ])
    expect(readRows(Array.from({ length: 80 }, () => ({})))).toHaveLength(50)
  })

  it("are sent in the contract's format", () => {
    const [sent] = toShareholders([row(' 12,5 ', { name: ' Ana ' })])
    expect(sent).toEqual({ name: 'Ana', identification: '52000111', nationality: 'CO', ownershipPercentage: '12.5' })
    expect(Shareholder.parse(sent)).toEqual(sent)
  })
})

it.each([
  ['1.099.888-777', '1099888777'],
  ['ab 123456', 'AB123456'],
  ['X-0099', 'X0099'],
])('KYC-12 of %s as an identification keeps %s: passports have letters', (typed, kept) => {
  expect(readIdentification(typed)).toBe(kept)
})
