/**
 * Alert 7, Irregularidades, renuencia a entregar información: a renewal that was asked for, or papers that were declined, and nothing came in the
 * business days that there were for it. What came and waits for a reviewer is an answer, but only what was accepted ends the alert. A visitor
 * who never finished their sign-up owes nothing; whoever wants a higher level and gave up has less to explain than one who owes a renewal.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { addBusinessDays } from '../../../platform/business-days.ts'
import type { Connection } from '../../../platform/database.ts'
import { defineRule } from '../define-rule.ts'
import { factsOfToday, type OfAccount } from '../facts/moments.ts'
import { counted } from '../figures-text.ts'
import type { FactReader } from '../types.ts'

export interface Asked {
  /** Of the renewal, or the form of which something was declined. */
  readonly id: string
  readonly isRenewal: boolean
  /** When it was asked for, or declined last. */
  readonly askedAt: Date
  /** What they sent waits for a reviewer. */
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
        // Declined again it is asked for anew.
        period: `${id} ${bogotaDay(askedAt)}`,
        fingerprint: 'unanswered',
        values: `${isRenewal ? 'no ha enviado la actualización que se le pidió' : 'no ha enviado de nuevo lo que se le devolvió'} el ${bogotaDay(
          askedAt,
        )}: pasaron ${counted(businessDays, 'día hábil', 'días hábiles')}`,
        evidence: itemIds.map((itemId) => ({ type: 'kyc_item', id: itemId })),
      })),
  end(found, _numbers, open) {
    const waiting = new Set(found.map(({ id }) => id))
    const isWaiting = open.found.some(({ period }) => waiting.has(period.split(' ', 1)[0] ?? ''))
    return isWaiting ? null : 'lo que se pidió se aceptó, o ya no se pide'
  },
})
