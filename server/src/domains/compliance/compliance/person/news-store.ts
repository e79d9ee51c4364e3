/** SQL of changes of a customer, from the views of the modules that own them. */
import type { NewsEvent, PersonNews } from '@tunjo/contract/person-news'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf } from '../../../../platform/database/list-query.ts'

const NOVELTY = 1
/** Listas and PEP: an open one reveals that there is a hit. */
const HIT_ALERTS = ['2', '3']

export interface LastReview {
  readonly review: (Omit<NonNullable<PersonNews['review']>, 'at'> & { readonly at: Date }) | null
  readonly isOpen: boolean
}

/** Time of the last review: the last closing of Novedades by an officer; without one, the first verification of the customer. */
export async function lastReview(connection: Connection, accountId: string): Promise<LastReview> {
  const found = await sql<{ at: Date; why: 'reviewed' | 'verified'; officer: string | null }>`SELECT known.at, why, email AS officer FROM (
      (SELECT seen_until AS at, 'reviewed' AS why, closed_by FROM alerts.past_episode
        WHERE account_id = ${accountId} AND kind = ${NOVELTY} AND closed_by IS NOT NULL ORDER BY closed_at DESC LIMIT 1)
      UNION ALL
      SELECT first_verified_at, 'verified', NULL FROM kyc.level_report WHERE account_id = ${accountId} AND first_verified_at IS NOT NULL) AS known
    LEFT JOIN identity.user_report AS officer ON officer.id = closed_by ORDER BY why LIMIT 1`.execute(connection)
  const open =
    await sql`SELECT 1 FROM alerts.episode_report WHERE account_id = ${accountId} AND kind = ${NOVELTY} AND state = 'open'`.execute(
      connection,
    )
  return { review: found.rows[0] ?? null, isOpen: open.rows.length > 0 }
}

interface Asked {
  readonly accountId: string
  readonly since: Date | null
  readonly kinds: readonly string[]
  readonly events: readonly string[]
  /** Without the permission to read hits, alerts about them are omitted. */
  readonly seesHits: boolean
  readonly limit: number
}
export type NewsRow = Omit<NewsEvent, 'at' | 'changes'> & { readonly at: Date }

/** Newest first, without the alert Novedades, which only refers to the others. */
export async function newsRows(connection: Connection, asked: Asked): Promise<NewsRow[]> {
  const { accountId, since, kinds, events, seesHits, limit } = asked
  const conditions = allOf([
    sql`account_id = ${accountId}`,
    sql`kind = ANY(${[...kinds]})`,
    sql`event = ANY(${[...events]})`,
    sql`(kind <> 'alert' OR NOT facts ->> 'alert' = ANY(${[String(NOVELTY), ...(seesHits ? [] : HIT_ALERTS)]}))`,
    since ? sql`at > ${since}` : null,
  ])
  const found =
    await sql<NewsRow>`SELECT event.id, at, kind, event, ref, coalesce(email, officer) AS officer, jsonb_strip_nulls(facts) AS facts
    FROM (SELECT * FROM reports.person_event WHERE ${conditions} ORDER BY at DESC, id DESC LIMIT ${limit}) AS event
    LEFT JOIN identity.user_report AS person ON person.id::text = event.officer ORDER BY at DESC, event.id DESC`.execute(connection)
  return found.rows
}

type Fields = Readonly<Record<string, unknown>>
export interface ItemPair {
  readonly id: string
  /** Null for a file, and when the documents of the customer were destroyed. */
  readonly before: Fields | null
  readonly after: Fields | null
}

/** Items that were sent again, with the item accepted before each. */
export async function itemPairs(connection: Connection, accountId: string, ids: readonly string[]): Promise<ItemPair[]> {
  if (ids.length === 0) return []
  const found = await sql<ItemPair>`SELECT changed.id, earlier.facts AS before, later.facts AS after
    FROM kyc.changed_item AS changed JOIN kyc.item_report AS earlier ON earlier.id = earlier_id JOIN kyc.item_report AS later ON later.id = changed.id
    WHERE changed.account_id = ${accountId} AND changed.id = ANY(${[...ids]}::uuid[])
      AND NOT EXISTS (SELECT 1 FROM retention.forgotten WHERE forgotten.account_id = ${accountId})`.execute(connection)
  return found.rows
}

interface Answers {
  readonly responseA: number
  readonly responseB: number
}
export interface SurveyPair {
  readonly id: string
  readonly before: Answers
  readonly after: Answers
}

/** The survey before each survey; the first has none. */
export async function earlierSurveys(connection: Connection, accountId: string, ids: readonly string[]): Promise<SurveyPair[]> {
  if (ids.length === 0) return []
  const found =
    await sql<SurveyPair>`SELECT survey.id, jsonb_build_object('responseA', earlier.response_a, 'responseB', earlier.response_b) AS before,
      jsonb_build_object('responseA', survey.response_a, 'responseB', survey.response_b) AS after
    FROM kyc.survey_report AS survey CROSS JOIN LATERAL (SELECT response_a, response_b FROM kyc.survey_report AS old
      WHERE old.account_id = survey.account_id AND old.answered_at < survey.answered_at ORDER BY old.answered_at DESC LIMIT 1) AS earlier
    WHERE survey.account_id = ${accountId} AND survey.id = ANY(${[...ids]}::uuid[])`.execute(connection)
  return found.rows
}
