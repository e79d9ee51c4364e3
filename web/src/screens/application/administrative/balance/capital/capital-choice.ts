/** Places and assets that a company capital movement can have, as form options. */
import { CAPITAL_ASSETS, CAPITAL_PLACES, type CapitalMove, type CapitalPlace } from '@tunjo/contract/capital'
import type { AssetCode } from '@tunjo/contract/money'

export interface CapitalChoice {
  readonly move: CapitalMove
  readonly place: CapitalPlace
  readonly asset: AssetCode
}

export const placesOf = (move: CapitalMove): CapitalPlace[] => CAPITAL_PLACES.filter((place) => CAPITAL_ASSETS[move][place])
export const assetsOf = ({ move, place }: Pick<CapitalChoice, 'move' | 'place'>): readonly AssetCode[] => CAPITAL_ASSETS[move][place] ?? []

/** Keep the valid parts of a choice, and replace the others by the first option. */
export function fitting({ move, place, asset }: CapitalChoice): CapitalChoice {
  const places = placesOf(move)
  const fit = places.includes(place) ? place : (places[0] ?? place)
  const assets = assetsOf({ move, place: fit })
  return { move, place: fit, asset: assets.includes(asset) ? asset : (assets[0] ?? asset) }
}
