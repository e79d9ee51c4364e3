/** Alert 5, Información actualizada: accepted data was sent again and differs, or the survey of a verified customer changed. */
import { sql } from 'kysely'

import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from '../facts/moments.ts'
import { firstVerifiedAt } from '../facts/verified.ts'
import type { FactReader, Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface Changes {
  /** Sent after an item of the same slot was accepted; `fields`: the names of those that differ, null for a file. */
  readonly items: readonly {
    readonly id: string
    readonly form: string
    readonly slot: string
    readonly state: 'pending' | 'accepted' | 'declined'
    readonly fields: readonly string[] | null
    /** The item accepted before. */
    readonly earlierId: string
  }[]
  /** Newest first. */
  readonly surveys: readonly Survey[]
  /** Null when the time is unknown. */
  readonly firstVerifiedAt: Date | null
}
interface Survey {
  readonly id: string
  readonly responseA: number
  readonly responseB: number
  readonly answeredAt: Date
}

const ROWS_MAX = 100
const SURVEY = 'survey'
const words = RULE_WORDS.information

type Item = Changes['items'][number] & OfAccount & { readonly sentAt: Date; readonly reviewedAt: Date | null }

const changes: FactReader<Changes> = async (connection, moments) => {
  const items = await sql<Item>`SELECT item.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, form, slot, state, fields, sent_at AS "sentAt", reviewed_at AS "reviewedAt",
        earlier_id AS "earlierId"
      FROM kyc.changed_item AS report WHERE report.account_id = asked.account_id
      ORDER BY sent_at, id LIMIT ${ROWS_MAX}) AS item`.execute(connection)
  const surveys = await sql<Survey & OfAccount>`SELECT survey.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, response_a AS "responseA", response_b AS "responseB", answered_at AS "answeredAt"
      FROM kyc.survey_report AS report WHERE report.account_id = asked.account_id
      ORDER BY answered_at DESC LIMIT ${ROWS_MAX}) AS survey`.execute(connection)
  const itemsAt = factsAt(moments, items.rows, (own, moment) =>
    own
      .filter(({ sentAt }) => !isLater(sentAt, moment))
      .map(({ id, form, slot, fields, earlierId, state, reviewedAt }) => ({
        ...{ id, form, slot, fields, earlierId },
        state: isLater(reviewedAt, moment) ? ('pending' as const) : state,
      })),
  )
  const surveysAt = factsAt(moments, surveys.rows, (own, moment) => own.filter(({ answeredAt }) => !isLater(answeredAt, moment)))
  const verifiedAt = await firstVerifiedAt(connection, moments)
  return moments.map((_moment, at) => ({ items: itemsAt[at] ?? [], surveys: surveysAt[at] ?? [], firstVerifiedAt: verifiedAt[at] ?? null }))
}

export const informationUpdated = defineRule({
  name: 'INFORMACION',
  facts: changes,
  find: ({ items, surveys, firstVerifiedAt: since }, _numbers, { verifiedLevel }) => [
    ...items
      .filter(({ state }) => state !== 'accepted')
      .map(
        ({ id, form, slot, fields, earlierId }): Finding => ({
          severity: 'low',
          period: id,
          fingerprint: 'sent',
          values: words.sentAgain(words.forms[form] ?? form, fields ? words.fields(fields) : words.slots(slot)),
          evidence: [
            { type: 'kyc_item', id: earlierId, role: 'before' },
            { type: 'kyc_item', id, role: 'after' },
          ],
        }),
      ),
    ...(verifiedLevel > 0 ? surveyChange(surveys, since) : []),
  ],
  // A survey is not verified again, so an officer reviews the change.
  end: ({ items, surveys }, _numbers, { openedAt, found }) => {
    const [last, before] = surveys
    const isSurvey = found.some(({ fingerprint }) => fingerprint === SURVEY) || (before && last && last.answeredAt >= openedAt)
    return items.length > 0 && !isSurvey ? words.verified : null
  },
})

/** Changes of the survey before the first verification are ignored. */
function surveyChange([last, before]: Changes['surveys'], since: Date | null): Finding[] {
  if (!last || !before || (since && last.answeredAt < since)) return []
  const band = ({ responseA, responseB }: Survey) => `${responseA + 1}/${responseB + 1}`
  return [
    {
      severity: 'low',
      period: last.answeredAt.toISOString(),
      fingerprint: SURVEY,
      values: words.survey(band(before), band(last)),
      evidence: [
        { type: 'survey', id: before.id, role: 'before' },
        { type: 'survey', id: last.id, role: 'after' },
      ],
    },
  ]
}
