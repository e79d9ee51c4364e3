/** Cards of the treasury: the wallets, pesos, COPT, and collected fees and costs. */
import { ASSET_CODES, ASSETS, parseUnits } from '@tunjo/contract/money'
import type { Treasury } from '@tunjo/contract/reconciliation'
import type { TFunction } from 'i18next'
import { Amount } from '../../../../ui/amount.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import type { SummaryLine } from '../../../../ui/summary.tsx'
import { TreasuryFigure } from './treasury-figure.tsx'
import { TreasuryLevel } from './treasury-level.tsx'

const GWEI_SCALE = 9
/** Truncated for display. */
const GWEI = { code: 'gwei', scale: 2 }
const GWEI_CUT = 10n ** 7n
const WEI_SCALE = 18
const ETHER = { code: 'ETH', scale: 4 }
const WEI_CUT = 10n ** 14n
const OPERATIONS_SHOWN_MAX = 1_000_000

type Words = TFunction<'treasury'>
const pesos = (amount: string) => <TreasuryFigure asset="COP" amount={amount} />

export const walletLines = ({ address, balances, ether, operationsLeft, level }: Treasury['wallets'][number], t: Words): SummaryLine[] => [
  ...(level ? [{ name: t('state'), value: <TreasuryLevel level={level} /> }] : []),
  { name: t('address'), value: <Hash value={address} what={t('what')} /> },
  ...ASSET_CODES.map((asset, index) => ({
    name: ASSETS[asset].token,
    value: <TreasuryFigure asset={asset} amount={balances[index]?.amount ?? '0'} />,
  })),
  { name: t('ether'), value: <Amount value={(parseUnits(ether, WEI_SCALE) ?? 0n) / WEI_CUT} asset={ETHER} /> },
  ...(operationsLeft === null
    ? []
    : [{ name: t('left'), value: operationsLeft >= OPERATIONS_SHOWN_MAX ? t('many') : t('operations', { count: operationsLeft }) }]),
]

export const pesoLines = ({ pesos: { bank, collection, payouts, reserved, level } }: Treasury, t: Words): SummaryLine[] => [
  { name: t('bank'), value: pesos(bank) },
  { name: t('collection'), value: pesos(collection) },
  { name: t('payouts'), value: pesos(payouts) },
  { name: t('reserved'), value: pesos(reserved) },
  { name: t('payoutsState'), value: <TreasuryLevel level={level} /> },
]

export const coptLines = ({ copt: { supply, outside, atTreasury } }: Treasury, t: Words): SummaryLine[] => [
  { name: t('supply'), value: pesos(supply) },
  { name: t('outside'), value: pesos(outside) },
  { name: t('atTreasury'), value: pesos(atTreasury) },
]

export const feeLines = ({ fees, costs, gasPriceGwei }: Treasury, t: Words): SummaryLine[] => [
  ...fees.map(({ asset, amount }) => ({ name: t('fee', { asset }), value: <TreasuryFigure asset={asset} amount={amount} /> })),
  { name: t('gmf'), value: pesos(costs.gmf) },
  { name: t('providerFees'), value: pesos(costs.providerFees) },
  { name: t('gasPrice'), value: <Amount value={(parseUnits(gasPriceGwei, GWEI_SCALE) ?? 0n) / GWEI_CUT} asset={GWEI} /> },
]
