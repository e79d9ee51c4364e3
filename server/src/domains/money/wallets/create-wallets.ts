/** Composition of wallets: balances of the ledger with their present and past values. */
import type { Platform } from '../../../platform/module.ts'
import { walletRoutes } from './routes.ts'
import type { Wallets } from './types.ts'
import type { WalletSources } from './value-holdings.ts'

export const createWallets = ({ clock }: Pick<Platform, 'clock'>, sources: Omit<WalletSources, 'clock'>): Wallets => ({
  name: 'wallets',
  routes: walletRoutes({ ...sources, clock }),
})
