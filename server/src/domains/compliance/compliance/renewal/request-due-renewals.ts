/**
 * Automatic renewal requests: for data accepted longer ago than the configured months for the customer's risk, and for expired identity
 * documents. Safe to run twice, concurrently, and to be killed in: each customer is one transaction, and an open request is not opened
 * again. A customer whose request fails does not block the others: all are processed, and then the job fails.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { RenewalReason } from '@tunjo/contract/renewal-reasons'
import { RENEWAL_SUBJECTS, type RenewalSubject } from '@tunjo/contract/renewals'
import { sql } from 'kysely'
import { type Connection, inTransaction } from '../../../../platform/database/database.ts'
import type { ComplianceContext } from '../context.ts'

interface Due {
  readonly accountId: string
  readonly subjects: readonly string[]
}
const PEOPLE_AT_ONCE = 500

type Context = Pick<ComplianceContext, 'db' | 'clock' | 'kyc' | 'log'>
/** Ordered by account, those after `after`: a failing customer never hides the others. */
type FindDue = (after: string | null) => Promise<readonly Due[]>

/** @throws when a request failed, so that the schedule is reported as late. */
export async function requestDueRenewals(context: Context): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  // The expired document first: it is more specific than the age of the data.
  const failures =
    (await requestOfAll(context, 'document_expired', (after) => expired(db, bogotaDay(now), after))) +
    (await requestOfAll(context, 'aged', (after) => aged(db, now, after)))
  if (failures > 0) throw new Error(`what is due could not be asked of ${failures} people`)
}

/** Returns how many requests failed. */
async function requestOfAll({ db, kyc, log }: Context, why: RenewalReason, findDue: FindDue): Promise<number> {
  let failures = 0
  for (let due = await findDue(null); due.length > 0; due = await findDue(due.at(-1)?.accountId ?? null))
    for (const { accountId, subjects } of due)
      try {
        await inTransaction(db, (tx) => kyc.requestRenewal(tx, { accountId, subjects: known(subjects), why, by: null }))
      } catch (error) {
        failures += 1
        log.error({ err: error, accountId }, 'a due renewal could not be requested from a customer; the others are requested')
      }
  return failures
}

const known = (subjects: readonly string[]): RenewalSubject[] => RENEWAL_SUBJECTS.filter((subject) => subjects.includes(subject))

async function aged(connection: Connection, now: Date, after: string | null): Promise<Due[]> {
  const found = await sql<Due>`SELECT account_id AS "accountId", array_agg(subject) AS subjects FROM reports.aged_data(${now})
    WHERE ${after}::uuid IS NULL OR account_id > ${after}
    GROUP BY account_id ORDER BY account_id LIMIT ${PEOPLE_AT_ONCE}`.execute(connection)
  return found.rows
}

/** Expired identity documents, from the last reading of the accepted one. */
async function expired(connection: Connection, today: string, after: string | null): Promise<Due[]> {
  const found = await sql<Due>`SELECT document.account_id AS "accountId", ARRAY['natural-1'] AS subjects FROM kyc.document_expiry document
      JOIN reports.person ON person.account_id = document.account_id
    WHERE document.expires_on < ${today} AND person.verified_level >= 1
      AND (${after}::uuid IS NULL OR document.account_id > ${after})
      AND NOT EXISTS (SELECT 1 FROM kyc.document_expiry later WHERE later.account_id = document.account_id
        AND (later.at, later.id) > (document.at, document.id))
      AND NOT EXISTS (SELECT 1 FROM kyc.open_renewal AS open WHERE open.account_id = document.account_id AND open.subject = 'natural-1')
    ORDER BY document.account_id LIMIT ${PEOPLE_AT_ONCE}`.execute(connection)
  return found.rows
}
