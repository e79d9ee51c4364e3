/** SQL of episodes and their findings. */
import type { Severity } from '@tunjo/contract/alert-severity'
import type { AlertVerdict } from '@tunjo/contract/compliance-alerts'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { partsOf, type StoredParts, type Text } from '../../../platform/phrases/coded-text.ts'
import type { EvidenceRef } from './evidence/types.ts'
import type { EpisodeState } from './states.ts'

/** Key of an alert of a customer. */
export interface AlertKey {
  readonly accountId: string
  readonly kind: number
  readonly typeId: number | null
}
export interface EpisodeRow extends AlertKey {
  readonly id: string
  readonly state: EpisodeState
  readonly openedAt: Date
  /** Null: a rule. */
  readonly openedBy: string | null
  readonly openingComment: string
  readonly openingParts: StoredParts | null
  readonly severity: Severity
  readonly openingSeverity: Severity
  /** Deadline of the decision. */
  readonly dueAt: Date
  readonly closedAt: Date | null
  readonly closedBy: string | null
  readonly closingComment: string | null
  readonly closingParts: StoredParts | null
  /** Null: it is open, a rule closed it, or the officer gave no verdict. */
  readonly verdict: AlertVerdict | null
  readonly snoozedUntil: Date | null
  readonly snoozedBy: string | null
  readonly snoozeReason: string | null
  /** Start of the postponement, also of repeated ones; null: not since the last finding. */
  readonly firstSnoozedAt: Date | null
}
export interface OpenEpisode extends EpisodeRow {
  readonly hits: number
  readonly lastSeenAt: Date | null
}

const EPISODE = sql`id, account_id AS "accountId", kind, type_id AS "typeId", state, opened_at AS "openedAt", opened_by AS "openedBy",
  opening_comment AS "openingComment", opening_parts AS "openingParts", closing_parts AS "closingParts", closed_at AS "closedAt", closed_by AS "closedBy", closing_comment AS "closingComment", verdict,
  snoozed_until AS "snoozedUntil", snoozed_by AS "snoozedBy", snooze_reason AS "snoozeReason",
  first_snoozed_at AS "firstSnoozedAt", severity, opening_severity AS "openingSeverity", due_at AS "dueAt"`
const isKey = ({ accountId, kind, typeId }: AlertKey) =>
  sql`account_id = ${accountId} AND kind = ${kind} AND coalesce(type_id, 0) = ${typeId ?? 0} AND state = 'open'`

/** Stored part of a finding: the first one is in the row of the episode, later ones in separate rows. */
export interface Found {
  readonly at: Date
  readonly comment: Text
  readonly severity: Severity
  readonly evidence: readonly EvidenceRef[]
}
interface Opening extends Found {
  readonly key: AlertKey
  readonly by: string | null
  readonly dueAt: Date
}

/** For different alerts; returns the opened ones, without those that were open already. */
export async function insertEpisodes(tx: Transaction, openings: readonly Opening[]): Promise<EpisodeRow[]> {
  if (openings.length === 0) return []
  const rows = openings.map(({ key: { accountId, kind, typeId }, at, by, comment, severity, evidence, dueAt }) => {
    const graveness = sql`${severity}, ${severity}, ${dueAt}`
    const opening = sql`${String(comment)}, ${partsOf(comment)}`
    return sql`(${newId()}, ${accountId}, ${kind}, ${typeId}, 'open', ${at}, ${by}, ${opening}, ${graveness}, ${JSON.stringify(evidence)})`
  })
  const inserted =
    await sql<EpisodeRow>`INSERT INTO alerts.episode (id, account_id, kind, type_id, state, opened_at, opened_by, opening_comment, opening_parts,
      severity, opening_severity, due_at, opening_evidence)
    VALUES ${sql.join(rows)} ON CONFLICT DO NOTHING RETURNING ${EPISODE}`.execute(tx)
  return inserted.rows
}

export async function lockOpenEpisode(tx: Transaction, key: AlertKey): Promise<EpisodeRow | null> {
  const found = await sql<EpisodeRow>`SELECT ${EPISODE} FROM alerts.episode WHERE ${isKey(key)} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

export async function insertEvidence(tx: Transaction, episodeId: string, { at, comment, severity, evidence }: Found): Promise<void> {
  await sql`INSERT INTO alerts.evidence (id, episode_id, at, comment, comment_parts, severity, evidence)
    VALUES (${newId()}, ${episodeId}, ${at}, ${String(comment)}, ${partsOf(comment)}, ${severity}, ${JSON.stringify(evidence)})`.execute(tx)
}

/** True when the same text and evidence are stored already: repeated queries of a source add no finding. */
export async function isFoundAlready(tx: Transaction, episodeId: string, { comment, evidence }: Found): Promise<boolean> {
  if (evidence.length === 0) return false
  const same = JSON.stringify(evidence)
  const found = await sql`SELECT 1 FROM alerts.episode WHERE id = ${episodeId} AND opening_comment = ${String(comment)}
      AND opening_evidence = ${same}::jsonb
    UNION ALL SELECT 1 FROM alerts.evidence WHERE episode_id = ${episodeId} AND comment = ${String(comment)} AND evidence = ${same}::jsonb
    LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

export async function lastEvidenceAt(tx: Transaction, { id, openedAt }: Pick<EpisodeRow, 'id' | 'openedAt'>): Promise<Date> {
  const found = await sql<{ at: Date | null }>`SELECT max(at) AS at FROM alerts.evidence WHERE episode_id = ${id}`.execute(tx)
  const last = found.rows[0]?.at ?? openedAt
  return last > openedAt ? last : openedAt
}

export async function setSeverity(tx: Transaction, episodeId: string, severity: Severity, dueAt: Date): Promise<void> {
  await sql`UPDATE alerts.episode SET severity = ${severity}, due_at = ${dueAt} WHERE id = ${episodeId}`.execute(tx)
}

export interface Snooze {
  readonly at: Date
  readonly until: Date
  readonly by: string
  readonly reason: string
}

/** Null: it is no longer postponed. */
export async function setSnooze(tx: Transaction, episodeId: string, snooze: Snooze | null, dueAt: Date): Promise<void> {
  await sql`UPDATE alerts.episode SET due_at = ${dueAt}, snoozed_until = ${snooze?.until ?? null}, snoozed_by = ${snooze?.by ?? null},
    snooze_reason = ${snooze?.reason ?? null}, first_snoozed_at = coalesce(first_snoozed_at, ${snooze?.at ?? null})
    WHERE id = ${episodeId}`.execute(tx)
}

/** After a new finding the count of postponed days starts again. */
export async function clearSnoozes(tx: Transaction, episodeId: string): Promise<void> {
  await sql`UPDATE alerts.episode SET first_snoozed_at = NULL WHERE id = ${episodeId}`.execute(tx)
}

export async function dueSnoozes(connection: Connection, now: Date, limit: number): Promise<AlertKey[]> {
  const found = await sql<AlertKey>`SELECT account_id AS "accountId", kind, type_id AS "typeId" FROM alerts.episode
    WHERE snoozed_until <= ${now} ORDER BY snoozed_until LIMIT ${limit}`.execute(connection)
  return found.rows
}

export const openEpisodes = (connection: Connection, accountId: string): Promise<OpenEpisode[]> => openEpisodesOf(connection, [accountId])

export async function openEpisodesOf(connection: Connection, accountIds: readonly string[]): Promise<OpenEpisode[]> {
  const found = await sql<OpenEpisode>`SELECT ${EPISODE}, coalesce(found.hits, 0) AS hits, found.last AS "lastSeenAt"
    FROM alerts.episode LEFT JOIN LATERAL (
      SELECT count(*)::integer AS hits, max(at) AS last FROM alerts.evidence WHERE episode_id = episode.id) found ON true
    WHERE account_id = ANY(${accountIds}::uuid[]) AND state = 'open' ORDER BY account_id, kind, type_id`.execute(connection)
  return found.rows
}

/** Open alerts with their severity, as facts of a decision: an alert that was opened or became graver since changes the facts. */
export async function openAlertFacts(connection: Connection, accountId: string): Promise<string[]> {
  return (await openEpisodes(connection, accountId)).map(({ id, severity }) => `${id} ${severity}`).toSorted()
}

/** All of them, newest first: they are a file too, which names each. */
export async function episodesOf(connection: Connection, accountId: string, kind: number): Promise<EpisodeRow[]> {
  const found = await sql<EpisodeRow>`SELECT ${EPISODE} FROM alerts.episode WHERE account_id = ${accountId} AND kind = ${kind}
    ORDER BY opened_at DESC, id DESC`.execute(connection)
  return found.rows
}

export interface EpisodeWithFindings extends EpisodeRow {
  /** Oldest first, without the reason of the opening; times as the database writes them. */
  readonly findings: readonly { readonly at: string; readonly comment: string; readonly parts: StoredParts | null }[]
}

interface During {
  readonly accountId: string
  readonly from: Date
  readonly until: Date
  readonly limit: number
}

/** Episodes of one customer that overlap a period, newest first. */
export async function episodesDuring(connection: Connection, { accountId, from, until, limit }: During): Promise<EpisodeWithFindings[]> {
  const found = await sql<EpisodeWithFindings>`SELECT ${EPISODE}, coalesce((
      SELECT jsonb_agg(jsonb_build_object('at', at, 'comment', comment, 'parts', comment_parts) ORDER BY at, evidence.id)
      FROM alerts.evidence WHERE episode_id = episode.id), '[]') AS findings
    FROM alerts.episode WHERE account_id = ${accountId} AND opened_at < ${until} AND (closed_at IS NULL OR closed_at >= ${from})
    ORDER BY opened_at DESC, id DESC LIMIT ${limit}`.execute(connection)
  return found.rows
}
