/** The name of the product, as texts of the server write it. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import type { Catalogue } from '../phrases/catalogue.ts'

export const BRAND = 'Tunjo'
/** Publisher of the texts, by language. */
export const PUBLISHERS: Catalogue<string> = {
  es: `${BRAND} S.A.S. (empresa de demostración)`,
  en: `${BRAND} S.A.S. (demonstration company)`,
}
/** In the default language: part of hashed documents. */
export const PUBLISHER = PUBLISHERS[DEFAULT_LOCALE]
