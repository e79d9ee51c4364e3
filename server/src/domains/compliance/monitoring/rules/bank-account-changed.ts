/**
 * Alert 11, Cambio de cuenta bancaria: another account in addition to the first, another number or bank, or the removal of an account that
 * was used.
 */

import { sql } from 'kysely'
import { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, ifKnown, isLater, type OfAccount } from '../facts/moments.ts'
import { daysAgo } from '../times.ts'
import type { FactReader, Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface BankAccount {
  readonly id: string
  readonly ending: string
  readonly createdAt: Date
  readonly changedAt: Date
  readonly deletedAt: Date | null
  readonly isUsed: boolean
  /** Current value, also for an earlier moment. */
  readonly firstPaidAt: Date | null
}

const ACCOUNTS_MAX = 200

/** Accounts with the newest changes, oldest first. For an account that was edited several times only the last edit is known. */
const bankAccounts: FactReader<readonly BankAccount[]> = async (connection, moments) => {
  const found = await sql<BankAccount & OfAccount>`SELECT newest.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, ending, created_at AS "createdAt", changed_at AS "changedAt", deleted_at AS "deletedAt",
        is_used AS "isUsed", first_paid_at AS "firstPaidAt"
      FROM payments.bank_account_report AS report WHERE report.account_id = asked.account_id AND created_at <= asked.until
      ORDER BY greatest(created_at, changed_at, deleted_at) DESC LIMIT ${ACCOUNTS_MAX}) AS newest ORDER BY "createdAt"`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own
      .filter(({ createdAt }) => !isLater(createdAt, moment))
      .map((account) => ({
        ...account,
        changedAt: ifKnown(account.changedAt, moment) ?? account.createdAt,
        deletedAt: ifKnown(account.deletedAt, moment),
        firstPaidAt: ifKnown(account.firstPaidAt, moment),
      })),
  )
}

interface Change {
  readonly account: BankAccount
  readonly what: 'añadida' | 'editada' | 'eliminada'
  readonly at: Date
}

export const bankAccountChanged = defineRule({
  name: 'CUENTA_BANCARIA',
  facts: bankAccounts,
  find(accounts, { quietDays, manyChanges }, { now }) {
    const recent = changesOf(accounts).filter(({ at, account, what }) => at > daysAgo(now, quietDays) && !isProven(account, what))
    const severity = recent.length >= manyChanges ? 'medium' : 'low'
    return recent.map(({ account, what, at }): Finding => {
      const many = recent.length > 1 ? RULE_WORDS.account.many(recent.length, quietDays) : ''
      return {
        severity,
        period: account.id,
        fingerprint: `${what} ${at.toISOString()}`,
        values: CodedText.join(RULE_WORDS.account.changed(account.ending, what), many),
        evidence: [{ type: 'bank_account', id: account.id }],
      }
    })
  },
  end: (accounts, { quietDays }, { openedAt }) =>
    changesOf(accounts).every(({ account, what, at }) => at < openedAt || isProven(account, what))
      ? RULE_WORDS.account.paid
      : RULE_WORDS.account.quiet(quietDays),
})

/** The bank refuses a payout to another holder: once it paid, the account is the customer's. */
const isProven = ({ firstPaidAt }: BankAccount, what: Change['what']): boolean => what !== 'eliminada' && firstPaidAt !== null

function changesOf(accounts: readonly BankAccount[]): Change[] {
  return accounts.flatMap((account, index) => {
    const { createdAt, changedAt, deletedAt, isUsed } = account
    return [
      // An account that was known before counts from the earlier change of its data.
      ...(index > 0 ? [{ account, what: 'añadida', at: changedAt < createdAt ? changedAt : createdAt } as const] : []),
      ...(changedAt > createdAt ? [{ account, what: 'editada', at: changedAt } as const] : []),
      ...(deletedAt && isUsed ? [{ account, what: 'eliminada', at: deletedAt } as const] : []),
    ]
  })
}
