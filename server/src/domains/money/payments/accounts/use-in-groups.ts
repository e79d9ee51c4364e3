/**
 * Saved bank accounts for use cases that run in groups. Only a row with the seal of what its owner saved is proved; no money goes to another
 * one (docs/decisions/0045-sealed-rows.md).
 */

import { Refused, refusal } from '../../../../platform/http/refusal.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { type Fact, held, type Kind } from '../../../../platform/unit-of-work/index.ts'
import { bankAccountText } from '../sealed-texts.ts'
import type { BankAccountRow } from './account-store.ts'

/** Refusal of a bank account that is not what its owner saved, for the security log. */
export class UnprovedAccount extends Refused {
  readonly bankAccountId: string
  constructor(bankAccountId: string) {
    super(refusal('ledger.unproved'))
    this.bankAccountId = bankAccountId
  }
}

export interface FoundBankAccount {
  readonly account: BankAccountRow
  readonly isProved: boolean
}

/** Fact of a bank account, by names of the keys: id of the owner, id of the bank account. Null when the owner has no such account. */
export const bankAccountFact = (seals: EvidenceSeals, owner: string, id: string): Fact<FoundBankAccount | null> => ({
  text: `SELECT jsonb_build_object('id', id, 'accountId', account_id, 'alias', alias, 'bankId', bank_id, 'accountType', account_type,
      'number', number, 'changedAt', changed_at, 'seal', seal)
    FROM payments.bank_account WHERE id = asked.${id} AND account_id = asked.${owner} AND deleted_at IS NULL`,
  read(json) {
    if (json === null || json === undefined) return null
    const row = json as Omit<BankAccountRow, 'changedAt'> & { changedAt: string }
    const account = { ...row, changedAt: new Date(row.changedAt) }
    return { account, isProved: seals.isSealOf(bankAccountText(account), account.seal) }
  },
})

/** Neither deleted nor changed until the commit: a change of what is paid changes the seal. */
export const ACCOUNT_USED: Kind<BankAccountRow> = held(
  'payments_account_used',
  [
    ['id', 'uuid', ({ id }) => id],
    ['owner', 'uuid', ({ accountId }) => accountId],
    ['seal', 'text', ({ seal }) => seal],
  ],
  'payments.bank_account AS t WHERE t.id = r.id AND t.account_id = r.owner AND t.seal = r.seal AND t.deleted_at IS NULL',
)
