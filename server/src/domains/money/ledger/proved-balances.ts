/** Proved balances, for callers that release money because of them: a row that differs from the postings is refused. */
import type { Connection } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Keeper, loadAccounts } from './store.ts'
import type { Account } from './types.ts'

/** Balances in the order of the accounts; zero for an account without postings. @throws Refused `ledger.unproved` */
export async function provedBalances(connection: Connection, keeper: Keeper, accounts: readonly Account[]): Promise<bigint[]> {
  const ids = accounts.map(({ id }) => id)
  const found = new Map((await loadAccounts(connection, keeper, ids)).map((account) => [account.id, account]))
  return ids.map((id) => {
    const account = found.get(id)
    if (account && !account.isProved) refuse('ledger.unproved')
    return account?.posted ?? 0n
  })
}
