/** HTTP routes of wallets. */
import { wallets as contract } from '@tunjo/contract/wallets'
import { implement, type Route } from '../../../platform/http/route.ts'
import { balanceRows, balanceTotal } from './balance-answers.ts'
import { dayChange, valueHistory } from './value-history.ts'
import { valueHoldings, type WalletSources } from './value-holdings.ts'

export function walletRoutes(sources: WalletSources): Route[] {
  return implement(contract, {
    balances: async ({ caller }) => balanceRows(await valueHoldings(sources, caller.accountId)),
    total: async ({ caller }) => {
      const holdings = await valueHoldings(sources, caller.accountId)
      return balanceTotal(holdings, await dayChange(sources, holdings))
    },
    value: ({ caller, query: { period } }) => valueHistory(sources, caller.accountId, period),
  })
}
