/**
 * Alert 8, Cambio de email: the address of a verified account changed. It is typically the first or last step of an account takeover: grave
 * together with another location or another bank account, in any order.
 */

import { sql } from 'kysely'
import { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, ifKnown, isLater, type OfAccount } from '../facts/moments.ts'
import { hoursAgo, MS_OF_HOUR } from '../times.ts'
import type { FactReader } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface EmailChange {
  readonly id: string
  readonly changedAt: Date
  readonly hasBothMailboxes: boolean
  readonly undoneAt: Date | null
}

export interface EmailFacts {
  readonly changes: readonly EmailChange[]
  /** Times of the alerts about locations and bank accounts, including closed ones. */
  readonly others: readonly Date[]
}

const CHANGES_MAX = 50
/** Other steps of an account takeover: another location, another bank account. */
const GOES_WITH = [4, 11]

const emailFacts: FactReader<EmailFacts> = async (connection, moments) => {
  const changes = await emailChanges(connection, moments)
  const found = await sql<OfAccount & { at: Date }>`SELECT asked.account_id AS "accountId", at
    FROM ${askedPeople(moments)} JOIN alerts.past_episode AS episode ON episode.account_id = asked.account_id
      AND kind = ANY(${GOES_WITH}::smallint[]) CROSS JOIN LATERAL unnest(opened_at || found_at) AS at`.execute(connection)
  const others = factsAt(moments, found.rows, (own, moment) => own.flatMap(({ at }) => ifKnown(at, moment) ?? []))
  return moments.map((_moment, place) => ({ changes: changes[place] ?? [], others: others[place] ?? [] }))
}

const emailChanges: FactReader<readonly EmailChange[]> = async (connection, moments) => {
  const found = await sql<EmailChange & OfAccount>`SELECT change.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, changed_at AS "changedAt", has_both_mailboxes AS "hasBothMailboxes", undone_at AS "undoneAt"
      FROM identity.email_change_report AS report WHERE report.account_id = asked.account_id AND changed_at <= asked.until
      ORDER BY changed_at DESC LIMIT ${CHANGES_MAX}) AS change`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own.filter(({ changedAt }) => !isLater(changedAt, moment)).map((change) => ({ ...change, undoneAt: ifKnown(change.undoneAt, moment) })),
  )
}

export const emailChanged = defineRule({
  name: 'EMAIL',
  facts: emailFacts,
  find({ changes, others }, { quietDays, togetherHours }, { verifiedLevel, now }) {
    if (verifiedLevel === 0) return []
    return changes
      .filter(({ changedAt }) => changedAt > hoursAgo(now, quietDays * 24))
      .map((change) => {
        const { id, undoneAt } = change
        const isTogether = others.some((at) => Math.abs(at.getTime() - change.changedAt.getTime()) < togetherHours * MS_OF_HOUR)
        return {
          severity: isTogether || undoneAt ? 'high' : 'low',
          period: id,
          fingerprint: undoneAt ? 'undone' : 'changed',
          values: saidOf(change, isTogether ? togetherHours : null),
          evidence: [{ type: 'email_change', id }],
        }
      })
  },
  end({ changes }, { quietDays }, { openedAt }) {
    const seen = changes.filter(({ changedAt }) => changedAt >= hoursAgo(openedAt, quietDays * 24))
    const isOwn = seen.length > 0 && seen.every(({ hasBothMailboxes, undoneAt }) => hasBothMailboxes && !undoneAt)
    return isOwn ? RULE_WORDS.email.own(quietDays) : null
  },
})

function saidOf({ hasBothMailboxes, undoneAt }: EmailChange, togetherHours: number | null): CodedText {
  if (undoneAt) return RULE_WORDS.email.undone
  const mailboxes = hasBothMailboxes ? RULE_WORDS.email.confirmed : RULE_WORDS.email.unconfirmed
  const together = togetherHours === null ? '' : RULE_WORDS.email.together(togetherHours)
  return CodedText.join(RULE_WORDS.email.changed, ', ', mailboxes, together)
}
