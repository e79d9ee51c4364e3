/** Checks before a customer may close their account: `identity` is below the money modules, so the composition root provides them. */

import type { Identity } from '../domains/customers/identity/index.ts'
import type { Crypto } from '../domains/money/crypto/index.ts'
import type { Ledger } from '../domains/money/ledger/index.ts'
import type { Payments } from '../domains/money/payments/index.ts'
import { refusal } from '../platform/http/refusal.ts'

export interface ClosingFacts {
  readonly identity: Pick<Identity, 'addClosingCheck'>
  readonly ledger: Pick<Ledger, 'balances'>
  readonly payments: Pick<Payments, 'hasOpenMovement'>
  readonly crypto: Pick<Crypto, 'hasOpenWithdrawal'>
}

export function addClosingChecks({ identity, ledger, payments, crypto }: ClosingFacts): void {
  identity.addClosingCheck(async (tx, accountId) => {
    // Movements in flight first: arriving money ends its movement in the same transaction that changes the balance.
    if ((await payments.hasOpenMovement(tx, accountId)) || (await crypto.hasOpenWithdrawal(tx, accountId)))
      return refusal('identity.account_not_empty')
    // A hold of a withdrawal or a trade in flight is part of the balance until it ends.
    const owned = await ledger.balances(accountId)
    return owned.every(({ posted, held }) => posted === 0n && held === 0n) ? null : refusal('identity.account_not_empty')
  })
}
