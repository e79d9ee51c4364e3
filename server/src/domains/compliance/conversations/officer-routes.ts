/** HTTP routes of officers for conversations with customers. A read is recorded before its answer is sent. */
import { CONVERSATIONS_PAGE, officerConversations as contract, type OfficerConversation } from '@tunjo/contract/conversations'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import { type Connection, inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import { answerCustomer } from './answer-customer.ts'
import { changeState } from './change-state.ts'
import type { ConversationsContext } from './context.ts'
import { conversationsOf, countUnanswered, findConversation, type QueueQuery, queueOf, type ShownRow } from './conversation-store.ts'
import { toConversation, toEntries } from './conversation-views.ts'
import { needsNoAnswer } from './needs-no-answer.ts'
import { isRestricted } from './rules.ts'

export function officerRoutes(context: ConversationsContext): Route[] {
  const { db } = context
  return implement(contract, {
    queue: ({ caller, query, http }) => queue(context, { caller, http }, query),
    async ofPerson({ caller, query: { userId }, http }) {
      // Ids are case-insensitive in the database, so an own id in capitals must be recognised.
      const accountId = userId.toLowerCase()
      if (accountId === caller.accountId) refuse('compliance.own_account')
      if (!isUuid(accountId) || !(await context.identity.person(accountId))) refuse('request.not_found')
      await recordRead(context, { caller, http }, accountId)
      return { results: await Promise.all((await conversationsOf(db, accountId)).map((row) => shownToOfficer(context, row))) }
    },
    read: ({ caller, params, query: { before = null }, http }) => read(context, { caller, http }, { id: params.id, before }),
    async answer({ caller, params, body, files: { files }, http }) {
      const row = await toRead(context, caller, params.id)
      const person = await context.identity.person(row.accountId)
      // A customer with a closed account cannot read it, and their key may be destroyed already.
      if (person === null || person.state === ACCOUNT_STATE.closed) refuse('request.not_found')
      const isAbout = await restricted(context, db, row.accountId)
      const actor = personActor(caller, http)
      const sent = await answerCustomer(context, { conversation: row, email: person.email, isRestricted: isAbout, ...body, files, actor })
      return { id: sent.id, at: sent.at.toISOString() }
    },
    async needsNoAnswer({ caller, params, body: { entryId }, http }) {
      const { id } = await toRead(context, caller, params.id)
      await needsNoAnswer(context, { id, entryId, actor: personActor(caller, http) })
      return shownToOfficer(context, (await findConversation(db, id)) ?? refuse('request.not_found'))
    },
    async setState({ caller, params, body: { state }, http }) {
      const { id } = await toRead(context, caller, params.id)
      await changeState(context, { id, state, actor: personActor(caller, http) })
      return shownToOfficer(context, (await findConversation(db, id)) ?? refuse('request.not_found'))
    },
  })
}

interface Reader {
  readonly caller: Caller
  readonly http: HttpContext
}

async function queue(context: ConversationsContext, { caller, http }: Reader, { show, page }: Pick<QueueQuery, 'show'> & { page: number }) {
  const { db, clock } = context
  const asked = { show, now: clock.now(), except: caller.accountId, offset: page * CONVERSATIONS_PAGE, limit: CONVERSATIONS_PAGE + 1 }
  const found = await queueOf(db, asked)
  await recordListed(context, { caller, http }, { conversations: show, page })
  const results = await Promise.all(found.slice(0, CONVERSATIONS_PAGE).map((row) => shownToOfficer(context, row)))
  return { results, hasMore: found.length > CONVERSATIONS_PAGE, unanswered: await countUnanswered(db, asked) }
}

async function read(context: ConversationsContext, { caller, http }: Reader, { id, before }: { id: string; before: string | null }) {
  const row = await toRead(context, caller, id)
  await recordRead(context, { caller, http }, row.accountId)
  const page = await toEntries(context, { row, before, caller })
  const entries = await Promise.all(
    page.entries.map(async ({ authorId, ...entry }) => ({
      ...entry,
      officer: entry.author === 'officer' ? await emailOf(context, authorId) : null,
    })),
  )
  const isRestricted = await restricted(context, context.db, row.accountId)
  return { ...(await shownToOfficer(context, row)), entries, before: page.before, isRestricted }
}

const emailOf = async ({ identity }: ConversationsContext, id: string | null) => (id !== null && (await identity.person(id))?.email) || ''

const shownToOfficer = async (context: ConversationsContext, row: ShownRow): Promise<OfficerConversation> => ({
  ...toConversation(row, context.clock.now()),
  userId: row.accountId,
  email: await emailOf(context, row.accountId),
  unansweredSince: row.unansweredSince?.toISOString() ?? null,
})

/** @throws Refused `request.not_found`, `compliance.own_account` */
async function toRead({ db }: ConversationsContext, { accountId }: Caller, id: string): Promise<ShownRow> {
  const row = (isUuid(id) ? await findConversation(db, id) : null) ?? refuse('request.not_found')
  return row.accountId === accountId ? refuse('compliance.own_account') : row
}

async function recordRead({ db, audit }: ConversationsContext, { caller, http }: Reader, accountId: string): Promise<void> {
  const object = { type: 'account', id: accountId }
  const actor = personActor(caller, http)
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'kyc.person_viewed', object, after: { part: 'conversations' } }))
}

type Listed = { readonly conversations: string; readonly page: number }
async function recordListed({ db, audit }: ConversationsContext, { caller, http }: Reader, after: Listed): Promise<void> {
  const object = { type: 'list', id: 'conversations' }
  const actor = personActor(caller, http)
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'kyc.people_listed', object, after }))
}

/** Whether a matter about this customer is open that the law forbids to disclose. */
async function restricted({ risk, alerts }: ConversationsContext, connection: Connection, accountId: string): Promise<boolean> {
  const [{ isListed }, openAlerts] = await Promise.all([risk.profile(connection, accountId), alerts.open(connection, accountId)])
  return isRestricted({ isListed, openAlerts })
}
