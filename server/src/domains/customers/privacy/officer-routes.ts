/** Calls of officers over requests about personal data. A read is recorded before its answer is sent. */
import { officerDataRequests as contract, DATA_REQUESTS_PAGE } from '@tunjo/contract/data-requests'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import { emailOf, presentEntries, presentToOfficer } from './present.ts'
import { askCompletion, decideRequest, extendRequest, takeRequest } from './request-actions.ts'
import { countOpen, findRequest, hasOpenClaim, type QueueQuery, queueOf, requestsOf } from './request-store.ts'
import { mayAskCompletion, mayExtend } from './rules.ts'
import type { PrivacyContext, RequestRow } from './types.ts'

interface Reader {
  readonly caller: Caller
  readonly http: HttpContext
}

export function officerRoutes(context: PrivacyContext): Route[] {
  const changed = async (caller: Caller, id: string) => presentToOfficer(context, await toRead(context, caller, id), caller)
  return implement(contract, {
    queue: ({ caller, query, http }) => queue(context, { caller, http }, query),
    ofPerson: ({ caller, query: { userId }, http }) => ofPerson(context, { caller, http }, userId),
    read: ({ caller, params, http }) => read(context, { caller, http }, params.id),
    async take({ caller, params: { id }, body, http }) {
      await toRead(context, caller, id)
      await takeRequest(context, { id, ...body, actor: personActor(caller, http) })
      return changed(caller, id)
    },
    async askCompletion({ caller, params: { id }, body, http }) {
      await toRead(context, caller, id)
      await askCompletion(context, { id, ...body, actor: personActor(caller, http) })
      return changed(caller, id)
    },
    async extend({ caller, params: { id }, body, http }) {
      await toRead(context, caller, id)
      await extendRequest(context, { id, ...body, actor: personActor(caller, http) })
      return changed(caller, id)
    },
    async decide({ caller, params: { id }, body, files: { files }, http }) {
      await toRead(context, caller, id)
      await decideRequest(context, { id, ...body, files, actor: personActor(caller, http) })
      return changed(caller, id)
    },
  })
}

async function queue(context: PrivacyContext, { caller, http }: Reader, { show, page }: Pick<QueueQuery, 'show'> & { page: number }) {
  const { db, clock, audit } = context
  const asked = { show, except: caller.accountId, offset: page * DATA_REQUESTS_PAGE, limit: DATA_REQUESTS_PAGE + 1 }
  const [found, counted] = await Promise.all([queueOf(db, asked), countOpen(db, clock.now(), caller.accountId)])
  const [actor, object] = [personActor(caller, http), { type: 'list', id: 'data requests' }]
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'kyc.people_listed', object, after: { dataRequests: show, page } }))
  const results = await Promise.all(found.slice(0, DATA_REQUESTS_PAGE).map((row) => presentToOfficer(context, row, caller)))
  return { results, hasMore: found.length > DATA_REQUESTS_PAGE, ...counted }
}

async function ofPerson(context: PrivacyContext, { caller, http }: Reader, userId: string) {
  // The database ignores the case of ids, so an officer's own id in capitals is still their own.
  const accountId = userId.toLowerCase()
  if (accountId === caller.accountId) refuse('compliance.own_account')
  if (!isUuid(accountId) || !(await context.identity.person(accountId))) refuse('request.not_found')
  const [rows, hasClaim] = await Promise.all([requestsOf(context.db, accountId), hasOpenClaim(context.db, accountId)])
  await recordRead(context, { caller, http }, accountId)
  const results = await Promise.all(rows.map((row) => presentToOfficer(context, row, caller)))
  return { results, hasClaimUnderWay: hasClaim }
}

async function read(context: PrivacyContext, { caller, http }: Reader, id: string) {
  const row = await toRead(context, caller, id)
  await recordRead(context, { caller, http }, row.accountId)
  const now = context.clock.now()
  const entries = await Promise.all(
    (await presentEntries(context, row, caller)).map(async ({ authorId, ...entry }) => ({
      ...entry,
      officer: entry.author === 'officer' && authorId !== null ? await emailOf(context, authorId) : null,
    })),
  )
  const request = await presentToOfficer(context, row, caller)
  return { ...request, entries, mayExtend: mayExtend(row, now), mayAskCompletion: !request.isClosed && mayAskCompletion(row, now) }
}

/** @throws Refused `request.not_found`, `compliance.own_account` */
async function toRead({ db }: PrivacyContext, { accountId }: Caller, id: string): Promise<RequestRow> {
  const row = (isUuid(id) ? await findRequest(db, id) : null) ?? refuse('request.not_found')
  return row.accountId === accountId ? refuse('compliance.own_account') : row
}

async function recordRead({ db, audit }: PrivacyContext, { caller, http }: Reader, accountId: string): Promise<void> {
  const [actor, object] = [personActor(caller, http), { type: 'account', id: accountId }]
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'kyc.person_viewed', object, after: { part: 'data requests' } }))
}
