/**
 * People by the state of their verification, and whoever has waited longest. Reads the views that `identity` and `kyc` publish; everybody
 * is in exactly one state, the first of the list that holds.
 */
import type { PeopleFilter, PersonRow } from '@tunjo/contract/compliance-person'
import type { Form, PersonType } from '@tunjo/contract/kyc-forms'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Connection } from '../../../platform/database.ts'
import { allOf, type Page, pageOf } from '../../../platform/list-query.ts'
import type { Level } from '../../kyc/index.ts'

/** What was accepted is asked for again after these months (SAGRILAFT: due diligence is refreshed at least every two years). */
const REFRESH_MONTHS = 24

interface Row {
  id: string
  document: string | null
  personType: PersonType
  level: Level
  state: PersonRow['state']
  changedAt: Date
  waitingSince: Date | null
  waitingItems: number
  waitingForms: Form[] | null
  officerId: string | null
  officer: string | null
  takenAt: Date | null
  until: Date | null
}

const TYPE = { natural: 'Persona', legal: 'Entidad' } as const satisfies Record<PersonType, PersonRow['type']>

export async function listPeople(connection: Connection, filter: PeopleFilter, caller: { accountId: string; now: Date }) {
  const { pageIndex, itemsPerPage } = filter
  const from = peopleBy(filter, caller.now)
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(connection)
  const found = await sql<Row>`SELECT person.*, lease.officer_id AS "officerId", officer.email AS officer, lease.taken_at AS "takenAt",
      lease.until ${from} ${orderOf(filter)} LIMIT ${itemsPerPage} OFFSET ${pageIndex * itemsPerPage}`.execute(connection)
  const page: Page<PersonRow> = pageOf(
    found.rows.map((row) => shownRow(row, caller.accountId)),
    counted.rows[0]?.total ?? 0,
    itemsPerPage,
  )
  return page
}

/** Ids of those who wait and whom nobody is at, longest first. */
export async function nextWaiting(
  connection: Connection,
  { officerId, after, now }: { officerId: string; after: string | null; now: Date },
  limit: number,
): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT waiting.account_id AS id FROM kyc.waiting_person waiting
    WHERE waiting.account_id <> ${officerId} AND (${after}::uuid IS NULL OR waiting.account_id <> ${after})
      AND NOT EXISTS (SELECT 1 FROM compliance.review_lease lease
        WHERE lease.account_id = waiting.account_id AND lease.until > ${now} AND lease.officer_id <> ${officerId})
    ORDER BY waiting.since, waiting.account_id LIMIT ${limit}`.execute(connection)
  return found.rows.map(({ id }) => id)
}

function peopleBy(filter: PeopleFilter, now: Date): RawBuilder<unknown> {
  const { document, idUser, type, level, state, novelty } = filter
  const waits = state === 'Pendiente' || state === 'Progreso'
  const inside = allOf([
    sql`'ROLE_USER' = ANY(account.authorities)`,
    sql`account.state <> 4`,
    // The few who wait are found by their index, without looking at everybody.
    waits ? sql`account.id IN (SELECT account_id FROM kyc.waiting_person)` : null,
    idUser === '' ? null : isUuid(idUser) ? sql`account.id = ${idUser}` : sql`false`,
    document === '' ? null : sql`verification.document_number = ${document.replace(/[\s.-]/g, '').toUpperCase()}`,
  ])
  const outside = allOf([
    isChosen(type) ? sql`person."personType" = ${type === 'Entidad' ? 'legal' : 'natural'}` : null,
    isChosen(level) ? sql`person.level = ${level}` : null,
    isChosen(state) ? sql`person.state = ${state}` : null,
    isChosen(novelty) ? sql`(person."waitingSince" IS NOT NULL) = ${novelty === 'Con novedad'}` : null,
  ])
  return sql`FROM (SELECT account.id, verification.document_number AS document, coalesce(verification.person_type, 'natural') AS "personType",
      coalesce(verification.current_level, 0) AS level, coalesce(verification.changed_at, account.created_at) AS "changedAt",
      verification.waiting_since AS "waitingSince", coalesce(verification.waiting_items, 0) AS "waitingItems",
      verification.waiting_forms AS "waitingForms", ${stateAt(now)} AS state
    FROM identity.user_report account LEFT JOIN kyc.person_state verification ON verification.account_id = account.id
    WHERE ${inside}) person
    LEFT JOIN compliance.review_lease lease ON lease.account_id = person.id AND lease.until > ${now}
    LEFT JOIN identity.user_report officer ON officer.id = lease.officer_id
    WHERE ${outside}`
}

const isChosen = <V>(value: V): value is Exclude<V, -1 | ''> => value !== -1 && value !== ''

const stateAt = (now: Date): RawBuilder<unknown> => sql`CASE
    WHEN verification.waiting_since IS NOT NULL AND (verification.is_begun OR EXISTS (SELECT 1 FROM compliance.review_lease taken
      WHERE taken.account_id = account.id AND taken.until > ${now})) THEN 'Progreso'
    WHEN verification.waiting_since IS NOT NULL THEN 'Pendiente'
    WHEN verification.verified_level >= 1
      AND verification.accepted_at < ${now}::timestamptz - make_interval(months => ${REFRESH_MONTHS}) THEN 'Actualizar'
    WHEN coalesce(verification.verified_level, 0) = 0 OR verification.has_declined OR verification.has_staged THEN 'No terminado'
    ELSE 'Listo' END`

function orderOf({ time }: PeopleFilter): RawBuilder<unknown> {
  if (time === 'Recientes') return sql`ORDER BY person."changedAt" DESC, person.id`
  if (time === 'Antiguos') return sql`ORDER BY person."changedAt", person.id`
  return sql`ORDER BY person."waitingSince" NULLS LAST, person."changedAt" DESC, person.id`
}

function shownRow(row: Row, callerId: string): PersonRow {
  const { officerId, officer, takenAt, until, waitingSince } = row
  const isHeld = officerId !== null && takenAt !== null && until !== null
  return {
    id: row.id,
    document: row.document,
    type: TYPE[row.personType],
    nivelKyc: row.level,
    state: row.state,
    lastModification: row.changedAt.toISOString(),
    alert: null,
    risk: null,
    novelty: waitingSince ? 'Con novedad' : 'Sin novedad',
    waiting: waitingSince && { forms: row.waitingForms ?? [], items: row.waitingItems, since: waitingSince.toISOString() },
    lease: isHeld
      ? {
          officerId,
          officer: officer ?? '',
          isMine: officerId === callerId,
          takenAt: takenAt.toISOString(),
          until: until.toISOString(),
        }
      : null,
  }
}
