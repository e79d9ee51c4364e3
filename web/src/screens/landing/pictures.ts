/** The files in `pictures/` and their size on the page: all made by scripts/product-pictures.ts. */
import exchangeDark from './pictures/exchange-dark.webp'
import exchangeLight from './pictures/exchange-light.webp'
import homeDark from './pictures/home-dark.webp'
import homeLight from './pictures/home-light.webp'
import homePhoneDark from './pictures/home-phone-dark.webp'
import homePhoneLight from './pictures/home-phone-light.webp'
import movementDark from './pictures/movement-dark.webp'
import movementLight from './pictures/movement-light.webp'
import sizes from './pictures/sizes.json'

interface Picture {
  light: string
  dark: string
  width: number
  height: number
}

export type PictureName = 'home' | 'movement' | 'exchange'
export const PHONE_ONLY = '(max-width: 37.5em)'

export const PICTURES: Readonly<Record<PictureName, Picture & { phone?: Picture }>> = {
  home: {
    light: homeLight,
    dark: homeDark,
    ...sizes.home,
    phone: { light: homePhoneLight, dark: homePhoneDark, ...sizes['home-phone'] },
  },
  movement: { light: movementLight, dark: movementDark, ...sizes.movement },
  exchange: { light: exchangeLight, dark: exchangeDark, ...sizes.exchange },
}
