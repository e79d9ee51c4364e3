/**
 * Alert 3, PEP: the declared office ended two years ago, so officers review whether the customer is still a PEP. The alert is open and
 * stays open: two officers end it.
 */
import { PEP_ALERT } from '@tunjo/contract/alert-kinds'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from '../facts/moments.ts'
import type { FactReader } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface Office {
  readonly itemId: string
  /** `YYYY-MM-DD` */
  readonly endedOn: string
}

const offices: FactReader<readonly Office[]> = async (connection, moments) => {
  const found = await sql<Office & OfAccount & { at: Date }>`SELECT office.account_id AS "accountId", item_id AS "itemId",
      ended_on AS "endedOn", at
    FROM ${askedPeople(moments)} JOIN kyc.declared_office AS office ON office.account_id = asked.account_id ORDER BY at`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) =>
    own.filter(({ at }) => !isLater(at, moment)).map(({ itemId, endedOn }) => ({ itemId, endedOn })),
  )
}

export const officeEnded = defineRule({
  name: 'PEP_TERMINADO',
  facts: offices,
  find: (found, { months }, { openAlerts, now }) =>
    openAlerts.some(({ kind }) => kind === PEP_ALERT)
      ? found
          .filter(({ endedOn }) => monthsLater(endedOn, months) <= bogotaDay(now))
          .map(({ itemId, endedOn }) => ({
            severity: 'medium',
            period: `${itemId} ${endedOn}`,
            fingerprint: 'over',
            values: RULE_WORDS.office(endedOn, months),
            evidence: [{ type: 'kyc_item', id: itemId }],
          }))
      : [],
})

/** The same day so many months later; when that month has no such day, the first of the next. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10)
}
