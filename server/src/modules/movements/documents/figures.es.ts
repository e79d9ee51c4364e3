/** Figures and times in the Colombian format of documents: `$ 1.234.567,89 COP`, `22 de noviembre de 2026, 3:04 p. m.` in Bogotá. */
import { formatFigure } from '@tunjo/contract/amount-text'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'

const MOMENT = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Bogota' })
const DAY = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'America/Bogota' })
const MONTH = new Intl.DateTimeFormat('es-CO', { month: 'long', year: 'numeric', timeZone: 'America/Bogota' })

/** Plain spaces: the fonts of documents have no thin ones. */
export const momentText = (at: Date): string => MOMENT.format(at).replace(/[\u00a0\u202f]/g, ' ')
export const dayText = (at: Date): string => DAY.format(at)
export const monthText = (at: Date): string => MONTH.format(at)

export function amountText(asset: AssetCode, amount: bigint): string {
  const { scale } = ASSETS[asset]
  const figure = formatFigure(amount, scale, { minimum: asset === 'COP' ? scale : 0, maximum: scale })
  return `${amount < 0n ? '-' : ''}${asset === 'COP' ? '$ ' : ''}${figure} ${asset}`
}
