import { ASSETS } from '@tunjo/contract/money'
import { expect, it } from 'vitest'
import { TOKENS, tokenBySymbol } from './tokens.ts'

it('EX-03 an asset has one name for people, whatever its contract is called', () => {
  for (const { ledgerAsset, name } of TOKENS) if (ledgerAsset !== null) expect(name).toBe(ASSETS[ledgerAsset].name)
  expect(tokenBySymbol('BTC')).toMatchObject({ name: 'Bitcoin', onChainName: 'Wrapped Bitcoin' })
})
