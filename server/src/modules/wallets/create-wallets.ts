/** Composition of wallets: balances of the ledger with what they are worth. */
import type { Platform } from '../../platform/module.ts'
import { walletRoutes } from './routes.ts'
import type { Wallets } from './types.ts'
import type { WalletSources } from './value-holdings.ts'

/** Takes the platform like every module, though a read model of other modules' answers needs nothing of it. */
export const createWallets = (_platform: Platform, sources: WalletSources): Wallets => ({ name: 'wallets', routes: walletRoutes(sources) })
