/**
 * Alert 7, Irregularidades, renuencia a entregar información: no answer to a requested renewal or to declined documents within the allowed
 * business days. A document that waits for a reviewer is an answer, but only an accepted one ends the alert. A visitor who never finished
 * their sign-up is excluded; a customer who gave up a higher level is less grave than one with an open renewal.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { addBusinessDays } from '../../../../platform/time/business-days.ts'
import { defineRule } from '../define-rule.ts'
import { factsOfToday, type OfAccount } from '../facts/moments.ts'
import type { FactReader } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface Asked {
  /** Id of the renewal, or of the form with the declined item. */
  readonly id: string
  readonly isRenewal: boolean
  /** Time of the request, or of the last decline. */
  readonly askedAt: Date
  /** True when the customer's answer waits for a reviewer. */
  readonly isAnswered: boolean
  readonly itemIds: readonly string[]
}

const asked: FactReader<readonly Asked[]> = (connection, moments) =>
  factsOfToday(
    moments,
    (ids) => askedOf(connection, ids),
    (own) => own,
  )

async function askedOf(connection: Connection, accountIds: readonly string[]): Promise<readonly (Asked & OfAccount)[]> {
  const found = await sql<Asked & OfAccount>`SELECT again.* FROM unnest(${accountIds}::uuid[]) AS asked (account_id) CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", asked_id AS id, is_renewal AS "isRenewal", asked_at AS "askedAt", is_answered AS "isAnswered",
        item_ids AS "itemIds"
      FROM kyc.asked_again AS report WHERE report.account_id = asked.account_id ORDER BY asked_at, asked_id LIMIT 10) AS again`.execute(
    connection,
  )
  return found.rows
}

export const unanswered = defineRule({
  name: 'SIN_RESPUESTA',
  facts: asked,
  isOfToday: true,
  find: (found, { businessDays }, { verifiedLevel, now }) =>
    found
      .filter(
        ({ isRenewal, isAnswered, askedAt }) =>
          !isAnswered && (isRenewal || verifiedLevel > 0) && addBusinessDays(askedAt, businessDays) <= now,
      )
      .map(({ id, isRenewal, askedAt, itemIds }) => ({
        severity: isRenewal ? 'medium' : 'low',
        // A new decline starts a new request.
        period: `${id} ${bogotaDay(askedAt)}`,
        fingerprint: 'unanswered',
        values: RULE_WORDS.unanswered[isRenewal ? 'renewal' : 'declined'](bogotaDay(askedAt), businessDays),
        evidence: itemIds.map((itemId) => ({ type: 'kyc_item', id: itemId })),
      })),
  end(found, _numbers, open) {
    const waiting = new Set(found.map(({ id }) => id))
    const isWaiting = open.found.some(({ period }) => waiting.has(period.split(' ', 1)[0] ?? ''))
    return isWaiting ? null : RULE_WORDS.unanswered.ended
  },
})
