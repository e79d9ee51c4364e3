/** Facts about a person in both queues of withdrawals, gathered only for the rows of a page (`page`), each from a separate index. */
import type { WithdrawalRisk } from '@tunjo/contract/withdrawal-queue'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'

export interface RiskRow {
  email: string
  approver: string | null
  accountSince: Date
  level: number | null
  alertKinds: number | null
  destinationSince: Date | null
  paidBefore: number
  othersPaid: number
  posted: bigint | null
  monthUsed: bigint | null
  credentialsChangedAt: Date | null
  deposited: bigint | null
}

const WEEK = sql`interval '7 days'`

/** `asset`: the asset whose total balance is shown. */
export const personColumns = (now: Date, asset: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  account.email, approver.email AS approver, account.created_at AS "accountSince", person.verified_level AS level,
  person.alert_kinds AS "alertKinds",
  (SELECT posted FROM ledger.account book WHERE book.shard = 0 AND book.owner = page.account_id AND book.asset = ${asset}) AS posted,
  (SELECT used FROM limits.month_use WHERE month_use.account_id = page.account_id AND direction = 'withdrawal'
    AND month = date_trunc('month', ${now}::timestamptz AT TIME ZONE 'America/Bogota')::date) AS "monthUsed",
  (SELECT max(hold.created_at) FROM identity.hold WHERE hold.account_id = page.account_id AND hold.created_at > ${now}::timestamptz - ${WEEK})
    AS "credentialsChangedAt"`

/** `approver`: the column of `page` with the last approver. */
export const personJoins = (approver: RawBuilder<unknown>): RawBuilder<unknown> => sql`JOIN identity.user_report account
    ON account.id = page.account_id
  LEFT JOIN identity.user_report approver ON approver.id = ${approver}
  LEFT JOIN reports.person ON person.account_id = page.account_id`

/** Pesos received by PSE within the 24 hours before the request. */
export const PSE_DAY_BEFORE = sql`(SELECT sum(amount) FROM payments.deposit came WHERE came.account_id = page.account_id
  AND came.state = 'COMPLETED' AND came.ended_at > page.created_at - interval '1 day' AND came.ended_at <= page.created_at)`

/** Part of the mail, or a whole id: of the person or of the withdrawal. */
export const matchingPerson = (part: string): RawBuilder<unknown> =>
  isUuid(part)
    ? sql`(withdrawal.id = ${part} OR withdrawal.account_id = ${part})`
    : sql`withdrawal.account_id IN (SELECT id FROM identity.user_report WHERE strpos(email, ${part}) > 0)`

/** `leaving`: the amount that is still in the balance, while nothing was sent. */
export const riskOf = (row: RiskRow, leaving: bigint | null): WithdrawalRisk => ({
  accountSince: row.accountSince.toISOString(),
  level: row.level ?? 0,
  destinationSince: row.destinationSince?.toISOString() ?? null,
  paidBefore: row.paidBefore,
  othersPaid: row.othersPaid,
  shareOfBalance: leaving !== null && row.posted ? Number((leaving * 100n) / row.posted) : null,
  monthUsed: row.monthUsed ?? 0n,
  credentialsChangedAt: row.credentialsChangedAt?.toISOString() ?? null,
  openAlerts: kindsOf(row.alertKinds ?? 0),
  depositedDayBefore: row.deposited ?? 0n,
})

/** Bit n − 1 is kind n. */
const kindsOf = (bits: number): number[] => Array.from({ length: 19 }, (_, index) => index + 1).filter((kind) => (bits >> (kind - 1)) & 1)
