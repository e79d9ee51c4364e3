/** Events about a customer that an officer has not seen, in addition to their alerts. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { FactReader, Moment } from '../types.ts'
import { askedPeople, factsAt, ifKnown, isLater, type OfAccount } from './moments.ts'

const NOVELTY_KIND = 1
/** Bound of the items that one finding refers to. */
const ITEMS_MAX = 20

export interface NoveltyFacts {
  /** Documents that wait for an officer, and since when the first one does. */
  readonly documents: { readonly since: Date; readonly itemIds: readonly string[] } | null
  /** The newest finding of a provider that no officer has seen. */
  readonly found: Found | null
  /** Identity document of the customer, as it was read last. */
  readonly expired: { readonly readingId: string; readonly itemId: string; readonly expiresOn: string } | null
}
interface Found {
  readonly checkId: string
  readonly at: Date
  readonly gravest: string
}

export const noveltyFacts: FactReader<NoveltyFacts> = async (connection, moments) => {
  const documents = await waitingDocuments(connection, moments)
  const found = await foundByProvider(connection, moments)
  const expired = await expiredDocuments(connection, moments)
  return moments.map((_, at) => ({ documents: documents[at] ?? null, found: found[at] ?? null, expired: expired[at] ?? null }))
}

interface SentItem extends OfAccount {
  readonly id: string
  readonly sentAt: Date
  readonly isPending: boolean
  readonly reviewedAt: Date | null
}

async function waitingDocuments(connection: Connection, moments: readonly Moment[]): Promise<NoveltyFacts['documents'][]> {
  const found = await sql<SentItem>`SELECT item.account_id AS "accountId", id, sent_at AS "sentAt", state = 'pending' AS "isPending",
      reviewed_at AS "reviewedAt"
    FROM ${askedPeople(moments)} JOIN kyc.sent_item AS item ON item.account_id = asked.account_id
      AND (state = 'pending' OR reviewed_at > asked.first) ORDER BY sent_at, id`.execute(connection)
  return factsAt(moments, found.rows, (own, moment) => {
    const waiting = own.filter(
      ({ sentAt, isPending, reviewedAt }) => !isLater(sentAt, moment) && (isPending || isLater(reviewedAt, moment)),
    )
    const [first] = waiting
    return first ? { since: first.sentAt, itemIds: waiting.slice(0, ITEMS_MAX).map(({ id }) => id) } : null
  })
}

interface FoundRow extends Found, OfAccount {
  /** Time at which an officer closed the alert after seeing it. */
  readonly seenAt: Date | null
}

async function foundByProvider(connection: Connection, moments: readonly Moment[]): Promise<(Found | null)[]> {
  const found = await sql<FoundRow>`SELECT finding.account_id AS "accountId", check_id AS "checkId", at, gravest,
      (SELECT min(closed_at) FROM alerts.past_episode AS episode WHERE episode.account_id = finding.account_id AND kind = ${NOVELTY_KIND}
        AND closed_by IS NOT NULL AND seen_until > at) AS "seenAt"
    FROM ${askedPeople(moments)} JOIN screening.background_finding AS finding ON finding.account_id = asked.account_id
    ORDER BY at`.execute(connection)
  return factsAt(
    moments,
    found.rows,
    (own, moment) => own.findLast(({ at, seenAt }) => !isLater(at, moment) && ifKnown(seenAt, moment) === null) ?? null,
  )
}

interface ReadDocument extends OfAccount {
  readonly readingId: string
  readonly itemId: string
  readonly expiresOn: string
  readonly at: Date
}

/**
 * From machine-readable zones and barcodes that a device read with the pictures; for the accepted picture only the current state is known.
 */
async function expiredDocuments(connection: Connection, moments: readonly Moment[]): Promise<NoveltyFacts['expired'][]> {
  const found = await sql<ReadDocument>`SELECT document.account_id AS "accountId", id AS "readingId", item_id AS "itemId",
      expires_on AS "expiresOn", at
    FROM ${askedPeople(moments)} JOIN kyc.document_expiry AS document ON document.account_id = asked.account_id ORDER BY at, id`.execute(
    connection,
  )
  return factsAt(moments, found.rows, (own, moment) => {
    const last = own.findLast(({ at }) => !isLater(at, moment))
    if (!last || last.expiresOn >= bogotaDay(moment.now)) return null
    return { readingId: last.readingId, itemId: last.itemId, expiresOn: last.expiresOn }
  })
}
