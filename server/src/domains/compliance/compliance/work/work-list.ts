/** Work list of an officer, limited to what they may do. */
import type { Form } from '@tunjo/contract/kyc-forms'
import { WORK_PAGE, WORK_PAGES, type WorkFilters, type WorkItem } from '@tunjo/contract/work-queues'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { deadlinesAt } from '../../../reference/configuration/index.ts'
import { countQueues, kindsFor, type ListedWork, listWork, officersByKind, type WorkAsked } from '../../deadlines/index.ts'
import type { ComplianceContext } from '../context.ts'
import { absentUntil } from './absence-store.ts'
import { proposals } from './work-store.ts'

export async function listOf(context: ComplianceContext, caller: Caller, { pageIndex, ...filters }: WorkFilters) {
  const asked = await workAsked(context, context.db, caller)
  const filtered = { ...asked, ...filters }
  const [offset, end] = [pageIndex * WORK_PAGE, (pageIndex + 1) * WORK_PAGE]
  const found = await listWork(context.db, filtered, end)
  const queues = await countQueues(context.db, asked)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const counted = isFiltered ? await countQueues(context.db, filtered) : queues
  const total = counted.reduce((sum, { total: ofQueue }) => sum + ofQueue, 0)
  return {
    results: await toWorkItems(context, context.db, found.slice(offset, end), caller.accountId),
    total: Math.min(total, WORK_PAGE * WORK_PAGES),
    queues,
    absentUntil: await absentUntil(context.db, caller.accountId, asked.now),
  }
}

/** All work that the caller may do. */
export async function workAsked(context: ComplianceContext, connection: Connection, caller: Caller): Promise<WorkAsked> {
  const now = context.clock.now()
  return {
    now,
    deadlines: await deadlinesAt(context, connection, now),
    able: await officersByKind(context, connection, now),
    kinds: kindsFor(caller.permissions ?? []),
    officerId: caller.accountId,
  }
}

export async function toWorkItems(
  { parameters }: Pick<ComplianceContext, 'parameters'>,
  connection: Connection,
  works: readonly ListedWork[],
  callerId: string,
): Promise<WorkItem[]> {
  const proposed = await proposals(connection)
  const emails = await emailsOf(connection, [
    ...works.map(({ accountId }) => accountId),
    ...works.flatMap(({ assigneeId }) => assigneeId ?? []),
  ])
  const forms = await formsOf(
    connection,
    works.flatMap(({ queue, accountId }) => (queue === 'documents' ? accountId : [])),
  )
  const alerts = await alertsOf(
    connection,
    works.flatMap(({ queue, id }) => (queue === 'alerts' ? id : [])),
  )
  return works.map(({ accountId, assigneeId, dueAt, ...work }) => {
    const maker = proposed.get(work.id)
    const { kind: alertKind = null, typeId = null } = alerts.get(work.id) ?? {}
    return {
      ...work,
      userId: accountId,
      email: emails.get(accountId) ?? '',
      alertKind,
      alertType: alertKind !== null && typeId !== null ? (parameters.alertType(alertKind, typeId)?.name ?? null) : null,
      form: work.queue === 'documents' ? (forms.get(accountId) ?? null) : null,
      dueAt: dueAt.toISOString(),
      assignee:
        assigneeId === null ? null : { officerId: assigneeId, officer: emails.get(assigneeId) ?? '', isMine: assigneeId === callerId },
      proposed: maker === undefined ? null : maker === callerId ? 'mine' : 'other',
    }
  })
}

async function emailsOf(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ id: string; email: string }>`SELECT id, email FROM identity.user_report
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(connection)
  return new Map(found.rows.map(({ id, email }) => [id, email]))
}

interface AlertKind {
  readonly id: string
  readonly kind: number
  readonly typeId: number | null
}
async function alertsOf(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, AlertKind>> {
  const found = await sql<AlertKind>`SELECT id, kind, type_id AS "typeId" FROM alerts.episode_report
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(connection)
  return new Map(found.rows.map((alert) => [alert.id, alert]))
}

/** First waiting form of each customer. */
async function formsOf(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, Form>> {
  const found = await sql<{ id: string; form: Form }>`SELECT account_id AS id, waiting_forms[1] AS form FROM reports.person
    WHERE account_id = ANY(${[...ids]}::uuid[]) AND waiting_forms[1] IS NOT NULL`.execute(connection)
  return new Map(found.rows.map(({ id, form }) => [id, form]))
}
