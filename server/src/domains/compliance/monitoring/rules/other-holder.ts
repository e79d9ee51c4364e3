/** Alert 12, Cuenta bancaria no concuerda: a bank reports that an account belongs to another person. */
import { sql } from 'kysely'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, ifKnown, isLater, type OfAccount } from '../facts/moments.ts'
import type { FactReader, Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface OtherHolder {
  /** Id of the returned payout, or of the deposit. */
  readonly id: string
  readonly isPayout: boolean
  /** The saved account of the payout, or the deposit. */
  readonly place: string
  /** Method of the deposit; null for a payout. */
  readonly method: 'PSE' | 'TRANSFER' | null
  /** Last digits of the number of the saved account. */
  readonly ending: string | null
  readonly at: Date
  /** Time at which the account was removed, edited or paid to since, or officers decided about the deposit. */
  readonly overAt: Date | null
}

/** Open reports only: a bound over all of them would end the alert of one that is open. */
const otherHolders: FactReader<readonly OtherHolder[]> = async (connection, moments) => {
  const found = await sql<
    OtherHolder & OfAccount
  >`SELECT other.account_id AS "accountId", id, is_payout AS "isPayout", place, ending, method,
      at, over_at AS "overAt"
    FROM ${askedPeople(moments)} JOIN payments.other_holder AS other ON other.account_id = asked.account_id
    WHERE at <= asked.until AND (over_at IS NULL OR over_at > asked.first) ORDER BY at`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own.filter(({ at }) => !isLater(at, moment)).map((other) => ({ ...other, overAt: ifKnown(other.overAt, moment) })),
  )
}

export const otherHolder = defineRule({
  name: 'TITULAR',
  facts: otherHolders,
  find: (others) =>
    others
      .filter(({ overAt }) => overAt === null)
      .map(
        ({ id, isPayout, place, ending, method }): Finding => ({
          severity: 'high',
          period: place,
          fingerprint: id,
          values: isPayout ? RULE_WORDS.holder.payout(`${ending}`) : RULE_WORDS.holder[method ?? 'TRANSFER'],
          evidence: [{ type: 'movement', id }],
        }),
      ),
  end: () => RULE_WORDS.holder.settled,
})
