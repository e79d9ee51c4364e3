/** Language that an account stores (`langKey`): that of the texts which a person receives outside of a request of their own. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from '@tunjo/contract/locales'

/** The default for an account that is unknown, or whose language the product does not have. */
export const storedLocale = (person: { readonly langKey: string } | null): Locale =>
  LOCALES.find((known) => known === person?.langKey) ?? DEFAULT_LOCALE
