/** Alert 5, Información actualizada: what had been accepted was sent again and differs, or the survey of a verified person. */
import { slotNames } from '@tunjo/contract/slot-names'
import { sql } from 'kysely'
import { defineRule } from '../define-rule.ts'
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

const changes: FactReader<Changes> = async (connection, { accountId }) => {
  const items = await sql<Changes['items'][number]>`SELECT id, form, slot, state, fields FROM kyc.changed_item
    WHERE account_id = ${accountId} ORDER BY sent_at, id LIMIT ${ROWS_MAX}`.execute(connection)
  const surveys = await sql<Changes['surveys'][number]>`SELECT response_a AS "responseA", response_b AS "responseB",
      answered_at AS "answeredAt" FROM kyc.survey_report
    WHERE account_id = ${accountId} ORDER BY answered_at DESC LIMIT ${ROWS_MAX}`.execute(connection)
  return { items: items.rows, surveys: surveys.rows }
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
