/** Customers by filter, and the longest waiting (ADM-02), from the read model `reports.person`. */

import type { PeopleChoice, PeopleFilter, PersonRow } from '@tunjo/contract/compliance-people'
import type { Form, PersonType } from '@tunjo/contract/kyc-forms'
import type { Locale } from '@tunjo/contract/locales'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf, pageOf, readPage } from '../../../../platform/database/list-query.ts'
import { type Sheet, sheetOf } from '../../../../platform/exports/index.ts'
import type { Level } from '../../../customers/kyc/index.ts'
import type { Deadlines } from '../../../reference/configuration/index.ts'
import { cellsIn, PERSON_WORDS } from '../person-words.ts'
import { joinAssignment } from '../review/assignment-store.ts'
import { overdueSince, reviewDue } from '../review/due.ts'
import { hasAlert, hasNovelty, isInState, type PersonState, peopleAt, stateAt } from './person-state.ts'

export interface PersonFacts {
  id: string
  document: string | null
  personType: PersonType
  level: Level
  state: PersonState
  risk: 'low' | 'medium' | 'high'
  hasAlert: boolean
  hasNovelty: boolean
  changedAt: Date
}
interface Row extends PersonFacts {
  waitingSince: Date | null
  waitingItems: number
  waitingForms: Form[] | null
  assigneeId: string | null
  assignee: string | null
  officerId: string | null
  officer: string | null
  takenAt: Date | null
  until: Date | null
}

const TYPE = { natural: 'Persona', legal: 'Entidad' } as const satisfies Record<PersonType, PersonRow['type']>
const RISK = { low: 'No', medium: 'Medio', high: 'Alto' } as const satisfies Record<PersonFacts['risk'], PersonRow['risk']>

const factsAt = (now: Date): RawBuilder<unknown> => sql`person.account_id AS id, person.document_number AS document,
    person.person_type AS "personType", person.current_level AS level, ${stateAt(now)} AS state, person.risk, ${hasAlert} AS "hasAlert",
    ${hasNovelty} AS "hasNovelty", person.changed_at AS "changedAt"`

/** The officer, the time, and the reviewers whose assignments count. */
export interface Asking {
  readonly accountId: string
  readonly now: Date
  readonly reviewers: readonly string[]
  readonly deadlines: Deadlines
}
/** Reader of a sheet. */
type SheetAsking = Asking & { readonly locale: Locale }

export async function listPeople(connection: Connection, filter: PeopleFilter, asking: Asking) {
  const { now, reviewers } = asking
  const from = peopleBy(filter, asking)
  const { rows, total } = await readPage<Row>(
    { index: filter.pageIndex, size: filter.itemsPerPage },
    async () => {
      const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(connection)
      return counted.rows[0]?.total ?? 0
    },
    // The row ids come from an index; their content is read for one page only.
    async ({ isReversed, limit, offset }) => {
      const found = await sql<Row>`WITH page AS MATERIALIZED (SELECT person.account_id ${from} ${orderOf(filter, isReversed)}
          LIMIT ${limit} OFFSET ${offset})
        SELECT ${factsAt(now)}, person.waiting_since AS "waitingSince", person.waiting_items AS "waitingItems",
          person.waiting_forms AS "waitingForms", lease.officer_id AS "officerId", lease.taken_at AS "takenAt", lease.until,
          (SELECT email FROM identity.user_report WHERE id = lease.officer_id) AS officer, assigned.officer_id AS "assigneeId",
          (SELECT email FROM identity.user_report WHERE id = assigned.officer_id) AS assignee
        ${peopleAt(now)} ${joinAssignment('person', reviewers)} WHERE person.account_id IN (SELECT account_id FROM page) ${orderOf(filter)}`.execute(
        connection,
      )
      return found.rows
    },
  )
  return pageOf(
    rows.map((row) => shownRow(row, asking)),
    total,
    filter.itemsPerPage,
  )
}

/** In the order of the list, at most `limit`. */
export async function peopleToExport(connection: Connection, filter: PeopleChoice, asking: SheetAsking, limit: number) {
  const found = await peopleFound(filter, asking, limit).execute(connection)
  return found.rows.map((row) => sheetRow(row, asking.locale))
}

/** All customers that match the filter, as the sheet shows them. */
export const peopleSheet = (filter: PeopleChoice, asking: SheetAsking): Sheet =>
  sheetOf({
    header: peopleHeader(asking.locale),
    count: sql<{ total: number }>`SELECT count(*)::integer AS total ${peopleBy(filter, asking)}`,
    rows: peopleFound(filter, asking, null),
    cells: (row) => sheetRow(row, asking.locale),
  })

const peopleFound = (filter: PeopleChoice, asking: Asking, limit: number | null): RawBuilder<PersonFacts> =>
  sql<PersonFacts>`SELECT ${factsAt(asking.now)} ${peopleBy(filter, asking)} ${orderOf(filter)} LIMIT ${limit}`

export const peopleHeader = (locale: Locale): readonly string[] => PERSON_WORDS[locale].people

function sheetRow(row: PersonFacts, locale: Locale) {
  const { id, document, type, nivelKyc, alert, risk, novelty, state } = shownFacts(row)
  return [id, document, ...cellsIn([type, nivelKyc, alert, risk, novelty, state], locale), dateForSheets(row.changedAt)]
}

interface NextAsked {
  readonly officerId: string
  /** The customer whose review the officer has open. */
  readonly after: string | null
  readonly now: Date
  readonly reviewers: readonly string[]
  readonly deadlines: Deadlines
}

/**
 * Ids of waiting customers without a lease: the officer's own cases, then unassigned ones, then overdue ones of other officers, who may be
 * absent. Within each group the longest waiting first.
 */
export async function nextWaiting(connection: Connection, asked: NextAsked, limit: number): Promise<string[]> {
  const { officerId, after, now, reviewers } = asked
  const found = await sql<{ id: string }>`SELECT waiting.account_id AS id FROM kyc.waiting_person waiting
    ${joinAssignment('waiting', reviewers)}
    WHERE waiting.account_id <> ${officerId} AND (${after}::uuid IS NULL OR waiting.account_id <> ${after})
      AND (assigned.officer_id IS NULL OR assigned.officer_id = ${officerId} OR waiting.since <= ${overdueSince(asked)})
      AND NOT EXISTS (SELECT 1 FROM compliance.review_lease lease
        WHERE lease.account_id = waiting.account_id AND lease.until > ${now} AND lease.officer_id <> ${officerId})
    ORDER BY CASE WHEN assigned.officer_id = ${officerId} THEN 0 WHEN assigned.officer_id IS NULL THEN 1 ELSE 2 END,
      waiting.since, waiting.account_id LIMIT ${limit}`.execute(connection)
  return found.rows.map(({ id }) => id)
}

function peopleBy(filter: PeopleChoice, { accountId, now, reviewers }: Asking): RawBuilder<unknown> {
  const { document, idUser, type, level, state, alert, novelty, risk, assigned } = filter
  const conditions = allOf([
    idUser === '' ? null : isUuid(idUser) ? sql`person.account_id = ${idUser}` : sql`false`,
    document === '' ? null : sql`person.document_number = ${document.replace(/[\s.-]/g, '').toUpperCase()}`,
    isChosen(type) ? sql`person.person_type = ${type === 'Entidad' ? 'legal' : 'natural'}` : null,
    isChosen(level) ? sql`person.current_level = ${level}` : null,
    isChosen(state) ? isInState(state, now) : null,
    isChosen(alert) ? sql`${hasAlert} = ${alert !== 'No'}` : null,
    isChosen(novelty) ? sql`${hasNovelty} = ${novelty === 'Con novedad'}` : null,
    isChosen(risk) ? sql`person.risk = ${RISK_NAME[risk]}` : null,
    isChosen(assigned) ? sql`person.waiting_since IS NOT NULL` : null,
    assigned === 'mine' ? sql`assigned.officer_id = ${accountId}` : null,
    assigned === 'none' ? sql`assigned.officer_id IS NULL` : null,
  ])
  const join = isChosen(assigned) ? joinAssignment('person', reviewers) : sql``
  return sql`${peopleAt(now)} ${join} WHERE ${conditions}`
}

const RISK_NAME = { No: 'low', Medio: 'medium', Alto: 'high' } as const satisfies Record<PersonRow['risk'], PersonFacts['risk']>
const isChosen = <V>(value: V): value is Exclude<V, -1 | ''> => value !== -1 && value !== ''

/** Each order has an index; reversed, it is read from its end. */
function orderOf({ time }: PeopleChoice, isReversed = false): RawBuilder<unknown> {
  if (!isChosen(time))
    return isReversed
      ? sql`ORDER BY person.waiting_since DESC, person.changed_at, person.account_id DESC`
      : sql`ORDER BY person.waiting_since, person.changed_at DESC, person.account_id`
  return (time === 'Recientes') === isReversed
    ? sql`ORDER BY person.changed_at, person.account_id`
    : sql`ORDER BY person.changed_at DESC, person.account_id DESC`
}

const shownFacts = (row: PersonFacts) => ({
  id: row.id,
  document: row.document,
  type: TYPE[row.personType],
  nivelKyc: row.level,
  state: row.state,
  lastModification: row.changedAt.toISOString(),
  alert: row.hasAlert ? ('Si' as const) : ('No' as const),
  risk: RISK[row.risk],
  novelty: row.hasNovelty ? ('Con novedad' as const) : ('Sin novedad' as const),
})

function shownRow(row: Row, { accountId: callerId, now, deadlines }: Asking): PersonRow {
  const { assigneeId, assignee, officerId, officer, takenAt, until, waitingSince } = row
  const isHeld = officerId !== null && takenAt !== null && until !== null
  return {
    ...shownFacts(row),
    waiting: waitingSince && {
      forms: row.waitingForms ?? [],
      items: row.waitingItems,
      since: waitingSince.toISOString(),
      ...reviewDue(waitingSince, { now, deadlines }),
    },
    lease: isHeld
      ? {
          officerId,
          officer: officer ?? '',
          isMine: officerId === callerId,
          takenAt: takenAt.toISOString(),
          until: until.toISOString(),
        }
      : null,
    assignee: assigneeId === null ? null : { officerId: assigneeId, officer: assignee ?? '', isMine: assigneeId === callerId },
  }
}
