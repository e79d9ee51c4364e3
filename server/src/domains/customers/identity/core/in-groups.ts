/** Accounts for use cases that run in groups: read without locks, and unchanged until the commit of what was decided on them. */

import type { Refusal } from '../../../../platform/http/refusal.ts'
import type { Authority } from '../../../../platform/http/route.ts'
import { type Fact, held, joined, type Kind, type Work } from '../../../../platform/unit-of-work/index.ts'
import { type ConsentContext, consentNeeded } from './consent/read-consents.ts'
import { ACCEPTED_TEXT, type AcceptedJson, acceptedOf } from './consent/store.ts'
import type { AccountInGroup, IdentityInGroups, WithdrawalCooldown } from './types.ts'

/** Columns that a freeze, a closing and a change of credentials write, compared between the read and the write. */
const MARK = `ROW(t.state, t.email, t.frozen_at, t.reset_required_at, t.password_changed_at)::text`

/** `at`: time at which there is no withdrawal cooldown; null when one does not matter. */
type Kept = Pick<AccountInGroup, 'id' | 'mark'> & { readonly at: Date | null }

/** Shared lock on the account, as `person` takes it within a transaction: a freeze and a closing wait for the commit. */
const UNCHANGED: Kind<Kept> = held(
  'identity_unchanged',
  [
    ['id', 'uuid', ({ id }) => id],
    ['mark', 'text', ({ mark }) => mark],
    ['at', 'timestamptz', ({ at }) => at],
  ],
  `identity.account AS t WHERE t.id = r.id AND ${MARK} = r.mark
    AND NOT EXISTS (SELECT FROM identity.hold AS h WHERE h.account_id = r.id AND h.until > r.at)`,
)

const accountFact = (key: string): Fact<Omit<AccountInGroup, 'hold'> | null> => ({
  text: `SELECT jsonb_build_object('id', t.id, 'email', t.email, 'state', t.state, 'createdAt', t.created_at, 'mark', ${MARK})
    FROM identity.account AS t WHERE t.id = asked.${key}`,
  read(json) {
    const account = json as (Omit<AccountInGroup, 'hold' | 'createdAt'> & { createdAt: string }) | null
    return account && { ...account, createdAt: new Date(account.createdAt) }
  },
})

const holdFact = (key: string, now: string): Fact<WithdrawalCooldown | null> => ({
  text: `SELECT jsonb_build_object('until', until, 'reason', reason) FROM identity.hold WHERE account_id = asked.${key} AND until > asked.${now}
    ORDER BY until DESC LIMIT 1`,
  read(json) {
    const hold = json as (Omit<WithdrawalCooldown, 'until'> & { until: string }) | null
    return hold && { ...hold, until: new Date(hold.until) }
  },
})

interface ConsentJson {
  readonly authorities: readonly Authority[]
  readonly accepted: AcceptedJson
}

/** As `checkConsent` decides within a transaction. */
const consentFact = (context: ConsentContext, key: string): Fact<Refusal | null> => ({
  text: `SELECT jsonb_build_object('authorities', t.authorities, 'accepted', (SELECT ${ACCEPTED_TEXT} FROM identity.consent
      WHERE account_id = t.id)) FROM identity.account AS t WHERE t.id = asked.${key}`,
  read(json) {
    const found = json as ConsentJson | null
    return found && consentNeeded(context, found.authorities, acceptedOf(found.accepted))
  },
})

export const IDENTITY_IN_GROUPS: Omit<IdentityInGroups, 'consent'> = {
  account(key, now) {
    const { text, read } = joined({ account: accountFact(key), hold: holdFact(key, now) })
    return {
      text,
      read(json) {
        const { account, hold } = read(json)
        return account && { ...account, hold }
      },
    }
  },
  kinds: [UNCHANGED],
  keep: (work: Work, { id, mark }, { inCooldown = false } = {}) => work.add(UNCHANGED, { id, mark, at: inCooldown ? null : work.now }),
}

export const identityInGroups = (context: ConsentContext): IdentityInGroups => ({
  ...IDENTITY_IN_GROUPS,
  consent: (key) => consentFact(context, key),
})
