/** Alert 5, Información actualizada: what had been accepted was sent again and differs, or the survey of a verified person. */
import { slotNames } from '@tunjo/contract/slot-names'
import { sql } from 'kysely'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, isLater, type OfAccount } from '../facts/moments.ts'
import { fieldNames } from '../field-names.es.ts'
import type { FactReader, Finding } from '../types.ts'

export interface Changes {
  /** Sent after the same had been accepted; `fields`: the names of those that differ, null for a file. */
  readonly items: readonly {
    readonly id: string
    readonly form: string
    readonly slot: string
    readonly state: 'pending' | 'accepted' | 'declined'
    readonly fields: readonly string[] | null
  }[]
  /** Newest first. */
  readonly surveys: readonly { readonly responseA: number; readonly responseB: number; readonly answeredAt: Date }[]
}

const ROWS_MAX = 100

type Item = Changes['items'][number] & OfAccount & { readonly sentAt: Date; readonly reviewedAt: Date | null }

const changes: FactReader<Changes> = async (connection, moments) => {
  const items = await sql<Item>`SELECT item.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", id, form, slot, state, fields, sent_at AS "sentAt", reviewed_at AS "reviewedAt"
      FROM kyc.changed_item AS report WHERE report.account_id = asked.account_id
      ORDER BY sent_at, id LIMIT ${ROWS_MAX}) AS item`.execute(connection)
  const surveys = await sql<Changes['surveys'][number] & OfAccount>`SELECT survey.* FROM ${askedPeople(moments)} CROSS JOIN LATERAL (
      SELECT account_id AS "accountId", response_a AS "responseA", response_b AS "responseB", answered_at AS "answeredAt"
      FROM kyc.survey_report AS report WHERE report.account_id = asked.account_id
      ORDER BY answered_at DESC LIMIT ${ROWS_MAX}) AS survey`.execute(connection)
  const itemsAt = factsAt(moments, items.rows, (own, moment) =>
    own
      .filter(({ sentAt }) => !isLater(sentAt, moment))
      .map(({ id, form, slot, fields, state, reviewedAt }) => ({
        ...{ id, form, slot, fields },
        state: isLater(reviewedAt, moment) ? ('pending' as const) : state,
      })),
  )
  const surveysAt = factsAt(moments, surveys.rows, (own, moment) => own.filter(({ answeredAt }) => !isLater(answeredAt, moment)))
  return moments.map((_moment, at) => ({ items: itemsAt[at] ?? [], surveys: surveysAt[at] ?? [] }))
}

const TITLE: Readonly<Record<string, string>> = {
  'natural-1': 'nivel 1',
  'natural-2': 'nivel 2',
  'natural-3': 'nivel 3',
  'legal-1': 'nivel 1 (empresa)',
  'legal-2': 'nivel 2 (empresa)',
}

export const informationUpdated = defineRule({
  name: 'INFORMACION',
  facts: changes,
  find: ({ items, surveys }, _numbers, { verifiedLevel }) => [
    ...items
      .filter(({ state }) => state !== 'accepted')
      .map(
        ({ id, form, slot, fields }): Finding => ({
          severity: 'low',
          period: id,
          fingerprint: 'sent',
          values: `${TITLE[form] ?? form}: se envió de nuevo: ${fields ? fieldNames(fields) : slotNames(slot, 'es')}`,
          evidence: [{ type: 'kyc_item', id }],
        }),
      ),
    ...(verifiedLevel > 0 ? surveyChange(surveys) : []),
  ],
  end: ({ items, surveys }, _numbers, { openedAt }) =>
    items.length > 0 && surveys.every(({ answeredAt }) => answeredAt < openedAt) ? 'lo que cambió se verificó de nuevo' : null,
})

function surveyChange([last, before]: Changes['surveys']): Finding[] {
  if (!last || !before) return []
  const band = ({ responseA, responseB }: typeof last) => `${responseA + 1}/${responseB + 1}`
  return [
    {
      severity: 'low',
      period: last.answeredAt.toISOString(),
      fingerprint: 'survey',
      values: `encuesta: rangos ${band(before)} antes, ${band(last)} ahora`,
      evidence: [],
    },
  ]
}
