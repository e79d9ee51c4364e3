import { expect, it } from 'vitest'
import { readAddress } from './check-destination.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

it.each([
  ['a zero-width space before it', `\u200b${ADDRESS}`],
  ['a byte-order mark and a mark of direction', `\ufeff${ADDRESS}\u200e`],
  ['a word joiner inside', `${ADDRESS.slice(0, 20)}\u2060${ADDRESS.slice(20)}`],
  ['a hard space behind it', `${ADDRESS}\u00a0`],
])('C9 an address is parsed without invisible characters: %s', (_, text) => {
  expect(readAddress(text)).toBe(ADDRESS)
})

it('C9 a wrong letter next to such a character is still reported as what it is', () => {
  expect(readAddress(`\u200b${ADDRESS.replace('aAeb', 'AAeb')}`)).toMatchObject({ code: 'crypto.address_checksum' })
})
