/** Figures and moments as papers write them in Colombia: `$ 1.234.567,89 COP`, `22 de noviembre de 2026, 3:04 p. m.` in Bogotá. */
import { ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'

const MOMENT = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Bogota' })
const DAY = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'America/Bogota' })
const MONTH = new Intl.DateTimeFormat('es-CO', { month: 'long', year: 'numeric', timeZone: 'America/Bogota' })

/** Plain spaces: fonts of papers have no thin ones. */
export const momentText = (at: Date): string => MOMENT.format(at).replace(/[\u00a0\u202f]/g, ' ')
export const dayText = (at: Date): string => DAY.format(at)
export const monthText = (at: Date): string => MONTH.format(at)

export function amountText(asset: AssetCode, amount: bigint): string {
  const [whole = '0', fraction = ''] = formatUnits(amount < 0n ? -amount : amount, ASSETS[asset].scale).split('.')
  const minimum = asset === 'COP' ? ASSETS.COP.scale : 0
  const decimals = fraction.padEnd(minimum, '0')
  const figure = `${whole.replace(/\B(?=(\d{3})+$)/g, '.')}${decimals ? `,${decimals}` : ''}`
  return `${amount < 0n ? '-' : ''}${asset === 'COP' ? '$ ' : ''}${figure} ${asset}`
}
