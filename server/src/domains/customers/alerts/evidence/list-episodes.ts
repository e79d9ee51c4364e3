/** Episodes of an alert of a customer, the open ones and then the latest: the findings, and the evidence of each. */
import { type AlertEpisode, EPISODES_MAX, EVIDENCE_MAX, FINDINGS_MAX } from '@tunjo/contract/alert-evidence'
import type { Severity } from '@tunjo/contract/alert-severity'
import type { Locale } from '@tunjo/contract/locales'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { StoredParts } from '../../../../platform/phrases/coded-text.ts'
import type { AlertsContext } from '../context.ts'
import { type EpisodeRow, episodesOf } from '../episode-store.ts'
import { writeComment } from '../write-comment.ts'
import { toAlertEvidence } from './alert-evidence.ts'
import { readEvidence } from './evidence-store.ts'
import type { EvidenceRef } from './types.ts'

interface FindingRow {
  readonly episodeId: string
  readonly at: Date
  readonly comment: string
  readonly parts: StoredParts | null
  readonly severity: Severity | null
  readonly evidence: readonly EvidenceRef[]
  /** Number of findings in its episode. */
  readonly count: number
}
interface Asked {
  readonly accountId: string
  readonly kind: number
  /** The calling officer, who is hidden in the evidence about other customers. */
  readonly callerId: string
  readonly locale: Locale
  readonly nameOf: (officerId: string | null) => Promise<string>
}

export async function listEpisodes(
  { db, parameters, commentWords }: AlertsContext,
  { accountId, kind, callerId, locale, nameOf }: Asked,
): Promise<AlertEpisode[]> {
  const all = await episodesOf(db, accountId, kind)
  const [open, closed] = [all.filter(({ closedAt }) => closedAt === null), all.filter(({ closedAt }) => closedAt !== null)]
  const episodes = [...open, ...closed].slice(0, Math.max(open.length, EPISODES_MAX))
  const findings = (await findingsOf(db, episodes)).map((row) => ({ ...row, evidence: row.evidence.filter(({ id }) => id !== callerId) }))
  const known = await readEvidence(
    db,
    findings.flatMap(({ evidence }) => evidence.slice(0, EVIDENCE_MAX)),
  )
  const how = { lists: parameters, locale, isErased: await isErased(db, accountId) }
  const write = (text: string, parts: StoredParts | null) => writeComment({ commentWords }, text, parts, locale)
  const shown = ({ at, comment, parts, severity, evidence }: FindingRow) => ({
    at: at.toISOString(),
    comment: write(comment, parts),
    severity,
    evidence: toAlertEvidence(evidence.slice(0, EVIDENCE_MAX), known, how),
    more: Math.max(0, evidence.length - EVIDENCE_MAX),
  })
  return Promise.all(
    episodes.map(async ({ id, typeId, state, severity, openedAt, closedAt, openedBy, closedBy, closingComment, closingParts, verdict }) => {
      const own = findings.filter(({ episodeId }) => episodeId === id)
      return {
        id,
        alertTypeId: typeId,
        alertType: typeId === null ? null : (parameters.alertType(kind, typeId)?.name ?? null),
        state,
        severity,
        since: openedAt.toISOString(),
        until: closedAt?.toISOString() ?? null,
        openedBy: await nameOf(openedBy),
        closedBy: closedAt && (await nameOf(closedBy)),
        closingComment: closingComment && write(closingComment, closingParts),
        verdict,
        findings: own.map(shown),
        older: Math.max(0, (own[0]?.count ?? 0) - own.length),
      }
    }),
  )
}

/** Oldest first; for each episode the opening and the newest later findings. */
async function findingsOf(connection: Connection, episodes: readonly Pick<EpisodeRow, 'id'>[]): Promise<FindingRow[]> {
  const found = await sql<FindingRow>`SELECT found.* FROM unnest(${episodes.map(({ id }) => id)}::uuid[]) AS asked (id) CROSS JOIN LATERAL (
      SELECT episode_id AS "episodeId", at, comment, parts, severity, evidence, (count(*) OVER ())::integer AS count FROM (
        SELECT id AS episode_id, id, opened_at AS at, opening_comment AS comment, opening_parts AS parts, opening_severity AS severity, opening_evidence AS evidence,
          true AS is_opening FROM alerts.episode WHERE id = asked.id
        UNION ALL SELECT episode_id, id, at, comment, comment_parts, severity, evidence, false FROM alerts.evidence WHERE episode_id = asked.id) AS one
      ORDER BY is_opening DESC, at DESC, id DESC LIMIT ${FINDINGS_MAX}) AS found ORDER BY found.at`.execute(connection)
  return found.rows
}

async function isErased(connection: Connection, accountId: string): Promise<boolean> {
  const found = await sql`SELECT 1 FROM retention.forgotten WHERE account_id = ${accountId}`.execute(connection)
  return found.rows.length > 0
}
