/** Alert 1, Novedades: something that an officer has not looked at: another alert, or papers that wait. "Revisado" is closing it. */
import { ALERT_KINDS } from '@tunjo/contract/compliance-alerts'
import { sql } from 'kysely'
import { defineRule } from '../define-rule.ts'
import type { FactReader, Finding } from '../types.ts'

const KIND = 1

const waitingSince: FactReader<Date | null> = async (connection, { accountId }) => {
  const found = await sql<{ since: Date }>`SELECT waiting_since AS since FROM kyc.person_state
    WHERE account_id = ${accountId} AND waiting_since IS NOT NULL`.execute(connection)
  return found.rows[0]?.since ?? null
}

export const novelty = defineRule({
  name: 'NOVEDADES',
  facts: waitingSince,
  find: (since, _numbers, { openAlerts }) => [
    ...openAlerts
      .filter(({ kind }) => kind !== KIND)
      .map(({ kind, typeId, openedAt }): Finding => {
        const name = ALERT_KINDS.find(({ id }) => id === kind)?.name ?? kind
        return {
          severity: 'low',
          period: `alert ${kind} ${typeId ?? ''}`.trim(),
          fingerprint: openedAt.toISOString(),
          values: `se activó la alerta ${name}`,
          evidence: [],
        }
      }),
    ...(since
      ? [
          {
            severity: 'low',
            period: 'papers',
            fingerprint: since.toISOString(),
            values: 'envió documentos por revisar',
            evidence: [],
          } as const,
        ]
      : []),
  ],
  end: () => 'cada novedad se cerró',
})
