import { CAPITAL_ASSETS, CAPITAL_MOVES, CAPITAL_PLACES } from '@tunjo/contract/capital'
import { ASSET_CODES } from '@tunjo/contract/money'
import { expect, it } from 'vitest'
import { fitting } from './capital-choice.ts'

it('ADM-15 offers only what the server accepts, whatever was chosen before', () => {
  for (const move of CAPITAL_MOVES)
    for (const place of CAPITAL_PLACES)
      for (const asset of ASSET_CODES) {
        const fit = fitting({ move, place, asset })
        expect(CAPITAL_ASSETS[fit.move][fit.place]).toContain(fit.asset)
        if (CAPITAL_ASSETS[move][place]?.includes(asset)) expect(fit).toEqual({ move, place, asset })
      }
})

it('keeps the place when only the asset changes', () => {
  expect(fitting({ move: 'out', place: 'cold-wallet', asset: 'COP' })).toEqual({ move: 'out', place: 'cold-wallet', asset: 'BTC' })
  expect(fitting({ move: 'out', place: 'hot-wallet', asset: 'BTC' })).toEqual({ move: 'out', place: 'bank', asset: 'COP' })
})
