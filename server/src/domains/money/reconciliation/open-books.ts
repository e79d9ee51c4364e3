/**
 * Opening balances of a demo: the platform's start money on the embedded chain and in the provider's sandbox. The platform's float, the
 * tokens in the pools and the money prepaid for payouts become accounts (docs/chart-of-accounts.md), with pesos behind every COPT.
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { idOf } from '../../../platform/database/ids.ts'
import { type Post, systemAccount } from '../ledger/index.ts'
import type { ReconciliationContext } from './context.ts'
import { readSnapshot } from './snapshot.ts'

/** Idempotent: the postings have fixed ids. Works for an older demo without such accounts too, since it books the unexplained rest. */
export async function openBooks(context: ReconciliationContext): Promise<void> {
  const { ledger, payments } = context
  const cut = await readSnapshot(context, 0n)
  const { custody, customers, system, inFlight } = cut
  const float = (asset: AssetCode) =>
    custody.hot[asset] - inFlight.hot[asset] - customers(asset) - system('float', asset) - system('cold', asset)
  const pools =
    custody.coptOutside - inFlight.coptOutside - customers('COP') - system('float', 'COP') - float('COP') - system('market', 'COP')
  const { booked, balance, taken } = await payments.fundsAtProvider()
  const prepaid = [...taken.values()].reduce((sum, amount) => sum + amount, balance) - booked
  const legs = [
    ...ASSET_CODES.map((asset) => opening('float', asset, asset === 'COP' ? 'bank' : 'chain', 'float', float(asset))),
    opening('pools', 'COP', 'bank', 'market', pools),
    opening('prepaid', 'COP', 'payouts', 'house', prepaid),
  ].filter(({ amount }) => amount > 0n)
  if (legs.length === 0) return
  const posted = await ledger.post(legs)
  if (posted.outcome === 'refused' && posted.refusal.code !== 'ledger.request_changed') throw new Error(posted.refusal.code)
}

const opening = (what: string, asset: AssetCode, from: string, to: string, amount: bigint): Post => ({
  kind: 'post',
  id: idOf('reconciliation.opening', what, asset),
  debit: systemAccount(from, asset),
  credit: systemAccount(to, asset),
  amount,
  code: 'reconciliation.opening',
})
