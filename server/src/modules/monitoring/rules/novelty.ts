/**
 * Alert 1, Novedades: something that an officer has not looked at: another alert, papers that wait, what the provider of
 * background checks found. "Revisado" is closing it.
 */
import { ALERT_KINDS } from '@tunjo/contract/compliance-alerts'
import { sql } from 'kysely'
import { defineRule } from '../define-rule.ts'
import { askedPeople, factsAt, ifKnown, isLater, type OfAccount } from '../facts/moments.ts'
import type { FactReader, Finding } from '../types.ts'

const KIND = 1

interface SentItem extends OfAccount {
  readonly sentAt: Date
  readonly isPending: boolean
  readonly reviewedAt: Date | null
}

const waitingSince: FactReader<Date | null> = async (connection, moments) => {
  const found = await sql<SentItem>`SELECT item.account_id AS "accountId", sent_at AS "sentAt", state = 'pending' AS "isPending",
      reviewed_at AS "reviewedAt"
    FROM ${askedPeople(moments)} JOIN kyc.sent_item AS item ON item.account_id = asked.account_id
      AND (state = 'pending' OR reviewed_at > asked.first) ORDER BY sent_at`.execute(connection)
  return factsAt(
    moments,
    found.rows,
    (own, moment) =>
      own.find(({ sentAt, isPending, reviewedAt }) => !isLater(sentAt, moment) && (isPending || isLater(reviewedAt, moment)))?.sentAt ??
      null,
  )
}

interface Found {
  readonly checkId: string
  readonly at: Date
  readonly gravest: string
}
interface FoundRow extends Found, OfAccount {
  /** When an officer closed the alert after it. */
  readonly seenAt: Date | null
}

/** The newest that nobody has looked at. */
const foundByProvider: FactReader<Found | null> = async (connection, moments) => {
  const found = await sql<FoundRow>`SELECT finding.account_id AS "accountId", check_id AS "checkId", at, gravest,
      (SELECT min(closed_at) FROM alerts.episode_report AS episode WHERE episode.account_id = finding.account_id AND kind = ${KIND}
        AND is_closed_by_officer AND closed_at > at) AS "seenAt"
    FROM ${askedPeople(moments)} JOIN screening.background_finding AS finding ON finding.account_id = asked.account_id
    ORDER BY at`.execute(connection)
  return factsAt(
    moments,
    found.rows,
    (own, moment) => own.findLast(({ at, seenAt }) => !isLater(at, moment) && ifKnown(seenAt, moment) === null) ?? null,
  )
}

export interface NoveltyFacts {
  readonly papersSince: Date | null
  readonly found: Found | null
}
const noveltyFacts: FactReader<NoveltyFacts> = async (connection, moments) => {
  const papers = await waitingSince(connection, moments)
  const found = await foundByProvider(connection, moments)
  return moments.map((_, at) => ({ papersSince: papers[at] ?? null, found: found[at] ?? null }))
}

export const novelty = defineRule({
  name: 'NOVEDADES',
  facts: noveltyFacts,
  find: ({ papersSince: since, found }, _numbers, { openAlerts }) => [
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
    ...(found
      ? [
          {
            severity: found.gravest === 'Alto' ? 'high' : 'low',
            period: `check ${found.checkId}`,
            fingerprint: found.at.toISOString(),
            values: `la consulta de antecedentes encontró hallazgos de gravedad «${found.gravest}»`,
            evidence: [],
          } as const,
        ]
      : []),
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
