/** Figures and times of documents: `$ 1.234.567,89 COP`, in every language, and `22 de noviembre de 2026, 3:04 p. m.` in Bogotá. */
import { formatFigure } from '@tunjo/contract/amount-text'
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'

const ZONE = { timeZone: 'America/Bogota' } as const
const formatsOf = (tag: string) => ({
  moment: new Intl.DateTimeFormat(tag, { ...ZONE, dateStyle: 'long', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(tag, { ...ZONE, dateStyle: 'long' }),
  month: new Intl.DateTimeFormat(tag, { ...ZONE, month: 'long', year: 'numeric' }),
})
const FORMATS: Catalogue<ReturnType<typeof formatsOf>> = { es: formatsOf('es-CO'), en: formatsOf('en-GB') }

/** Plain spaces: the fonts of documents have no thin ones. */
export const momentText = (at: Date, locale: Locale): string => FORMATS[locale].moment.format(at).replace(/[\u00a0\u202f]/g, ' ')
export const dayText = (at: Date, locale: Locale): string => FORMATS[locale].day.format(at)
export const monthText = (at: Date, locale: Locale): string => FORMATS[locale].month.format(at)

export function amountText(asset: AssetCode, amount: bigint): string {
  const { scale } = ASSETS[asset]
  const figure = formatFigure(amount, scale, { minimum: asset === 'COP' ? scale : 0, maximum: scale })
  return `${amount < 0n ? '-' : ''}${asset === 'COP' ? '$ ' : ''}${figure} ${asset}`
}
