/** Spanish texts of a yearly certificate: its lines for each asset, and the facts about the whole. */
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import type { ClosingCopPrice } from '../../pricing/index.ts'
import type { AssetYear, Flow } from './certificate.ts'
import { amountText, dayText, momentText } from './figures.es.ts'
import type { Fact } from './issue-document.ts'
import type { Year } from './year.ts'

export interface CertificateLine {
  readonly concept: string
  readonly count: number | null
  readonly units: bigint
  /** Cents; null where the line has no value in pesos. */
  readonly cop: bigint | null
}
/** Closing prices by asset; the current year has none. */
export type ClosingPrices = ReadonlyMap<AssetCode, ClosingCopPrice | null>

const SCOPE =
  'Informativo, calculado con el libro contable de Tunjo. No es un certificado de retención en la fuente ni el reporte que un proveedor de servicios de criptoactivos presenta a la DIAN por la Resolución 000240 de 2025 (CARF). Tus obligaciones tributarias las define la ley.'

export const titleOf = ({ name, isPartial }: Year): string => `Certificado anual de ${name}${isPartial ? ' (parcial, hasta hoy)' : ''}`

export function yearFacts({ start, end, isPartial, name }: Year): Fact[] {
  const last = dayText(new Date(end.getTime() - 1))
  return [
    { name: 'Año', value: isPartial ? `${name}, parcial: el año no ha terminado` : name },
    { name: 'Periodo', value: `${dayText(start)} a ${last} (hora de Bogotá)` },
    { name: 'Retenciones', value: 'Ninguna: Tunjo no practicó retenciones en la fuente en este periodo.' },
    { name: 'Alcance', value: SCOPE },
  ]
}

export function linesOf({ asset, opening, closing, lines, cop, tradeFees }: AssetYear, closingCop: bigint | null): CertificateLine[] {
  const flow = (concept: string, { count, units }: Flow, value: bigint | null = null) => ({
    concept,
    // A reversal may belong to an operation of the year before.
    count: Math.max(0, count),
    units,
    cop: value,
  })
  const optional = (concept: string, one: Flow) => (one.count > 0 || one.units !== 0n ? [flow(concept, one)] : [])
  const balance = (concept: string, units: bigint, value: bigint | null = null) => ({ concept, count: null, units, cop: value })
  const [bought, sold] = asset === 'COP' ? ['Recibido por ventas', 'Pagado en compras'] : ['Adquisiciones con pesos', 'Ventas por pesos']
  return [
    balance('Saldo inicial', opening),
    flow('Depósitos', lines.deposits),
    flow(bought, lines.bought, asset === 'COP' ? null : cop.bought),
    ...optional('Adquisiciones con otra moneda', lines.boughtForAsset),
    flow(sold, lines.sold, asset === 'COP' ? null : cop.sold),
    ...optional('Entregas por otra moneda', lines.soldForAsset),
    flow('Retiros', lines.withdrawals),
    ...(asset === 'COP' ? [flow('GMF (4 por mil) a tu cargo', lines.gmf)] : [flow('Costo de red de retiros', lines.withdrawalFees)]),
    ...(asset === 'COP' ? optional('Costo de red de retiros', lines.withdrawalFees) : []),
    ...optional('Otras entradas', lines.otherIn),
    ...optional('Otras salidas', lines.otherOut),
    balance('Saldo final', closing, closingCop),
    balance('Comisión de Tunjo, ya descontada', tradeFees.house),
    balance('Costo de red de intercambios, ya descontado', tradeFees.network),
  ]
}

/** Price of the closing balance with its source and time; or the fact that there is none. */
export function priceFact(asset: Exclude<AssetCode, 'COP'>, { isPartial, name }: Year, price: ClosingCopPrice | null): Fact {
  const what = `Precio de ${asset}`
  if (isPartial) return { name: what, value: 'El valor en pesos del saldo final se indica cuando el año termine.' }
  if (!price) return { name: what, value: `Tunjo no conserva un precio del 31 de diciembre de ${name}: no se indica un valor en pesos.` }
  const pair = asset === 'BTC' ? 'BTC/USDT por USDT/COP' : 'USDT/COP'
  const source = price.isOfficial
    ? `cierre diario de Binance (${pair})`
    : `último precio que Tunjo tomó de sus fuentes (Binance, CoinGecko y TRM; ${pair})`
  const cents = price.price / 10n ** BigInt(price.scale - ASSETS.COP.scale)
  return { name: what, value: `${amountText('COP', cents)}, ${source}, ${momentText(price.at)} (hora de Bogotá)` }
}

/** Facts of the document about an asset, for a verification by its code. */
export const assetFacts = (asset: AssetCode, lines: readonly CertificateLine[]): Fact[] =>
  lines.map(({ concept, count, units, cop }) => ({
    name: `${asset}: ${concept}`,
    value: [
      count === null ? null : operations(count),
      amountText(asset, units),
      cop === null || asset === 'COP' ? null : amountText('COP', cop),
    ]
      .filter((part) => part !== null)
      .join(' · '),
  }))

const operations = (count: number): string => (count === 1 ? '1 operación' : `${count} operaciones`)
