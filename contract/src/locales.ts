/** Languages of the product. */

/**
 * The first is the default. A new language needs its folder in `web/src/i18n`, its name here, its call in phrases.ts, its sentences in
 * sentences.ts.
 */
export const LOCALES = ['es', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = LOCALES[0]
