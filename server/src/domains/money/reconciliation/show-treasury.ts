/** Wallet (ADM-15): the platform's holdings on the chain and at the bank, its liabilities, and the range of its gas. */
import { ASSET_CODES, ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import type { Treasury } from '@tunjo/contract/reconciliation'
import type { PlatformWallets } from '../blockchain/index.ts'
import type { Total } from '../ledger/index.ts'
import { pesosHeld } from './comparisons.ts'
import type { ReconciliationContext } from './context.ts'
import { coverageOf, levelOfCoverage, levelOfGas, levelOfReserve, operationsLeft } from './rules.ts'

const ETHER_SCALE = 18
const GWEI_SCALE = 9
const text = (asset: AssetCode, amount: bigint): string => formatUnits(amount, ASSETS[asset].scale)

export async function showTreasury({ ledger, blockchain }: ReconciliationContext): Promise<Treasury> {
  const [totals, platformWallets] = await Promise.all([ledger.totals(), blockchain.platformWallets()])
  const system = (name: string, asset: AssetCode) => totals.find((total) => total.name === name && total.asset === asset)?.posted ?? 0n
  const payouts = -system('payouts', 'COP')
  const reserved = customersOf(totals, 'COP')?.held ?? 0n
  const atTreasury = balanceOf(platformWallets, 'treasury', 'COP')
  return {
    wallets: platformWallets.wallets.map((wallet) => shownWallet(wallet, platformWallets)),
    coverage: coverage(totals, platformWallets, pesosHeld({ system })),
    copt: {
      supply: text('COP', platformWallets.coptSupply),
      outside: text('COP', platformWallets.coptSupply - atTreasury),
      atTreasury: text('COP', atTreasury),
    },
    pesos: {
      bank: text('COP', -system('bank', 'COP')),
      collection: text('COP', -system('collection', 'COP')),
      payouts: text('COP', payouts),
      reserved: text('COP', reserved),
      level: levelOfReserve(payouts, reserved),
    },
    fees: ASSET_CODES.map((asset) => ({ asset, amount: text(asset, system('network-fees', asset) + system('exchange-fees', asset)) })),
    costs: { gmf: text('COP', -system('gmf', 'COP')), providerFees: text('COP', -system('provider-fees', 'COP')) },
    gasPriceGwei: formatUnits(platformWallets.gasPriceWei, GWEI_SCALE),
  }
}

const customersOf = (totals: readonly Total[], asset: AssetCode) =>
  totals.find((total) => total.kind === 'customer' && total.asset === asset)

const balanceOf = ({ wallets }: PlatformWallets, name: 'hot' | 'cold' | 'treasury', asset: AssetCode): bigint =>
  wallets.find((wallet) => wallet.name === name)?.balances.find((balance) => balance.asset === asset)?.amount ?? 0n

function coverage(totals: readonly Total[], platformWallets: PlatformWallets, pesos: bigint): Treasury['coverage'] {
  return ASSET_CODES.map((asset) => {
    const owed = customersOf(totals, asset)?.posted ?? 0n
    const held = asset === 'COP' ? pesos : balanceOf(platformWallets, 'hot', asset) + balanceOf(platformWallets, 'cold', asset)
    const shown = { asset, owed: text(asset, owed), held: text(asset, held) }
    return { ...shown, percent: coverageOf(held, owed), level: levelOfCoverage(held, owed) }
  })
}

function shownWallet(
  { name, address, etherWei, balances }: PlatformWallets['wallets'][number],
  { gasPriceWei, gasReserveWei }: PlatformWallets,
): Treasury['wallets'][number] {
  const left = name === 'cold' ? null : operationsLeft(etherWei, { gasPriceWei, reserveWei: name === 'hot' ? gasReserveWei : 0n })
  return {
    name,
    address,
    balances: balances.map(({ asset, amount }) => ({ asset, amount: text(asset, amount) })),
    ether: formatUnits(etherWei, ETHER_SCALE),
    operationsLeft: left,
    level: left === null ? null : levelOfGas(left),
  }
}
