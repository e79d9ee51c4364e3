/** Calls of people over their requests about personal data. Another person's request gets the same 404 as an unknown one. */
import { dataRequests as contract } from '@tunjo/contract/data-requests'
import { validate as isUuid } from 'uuid'
import { refuse } from '../../../platform/http/refusal.ts'
import { admitting, type Caller, implement, type Route } from '../../../platform/http/route.ts'
import { admitFiles, completeRequest, fileRequest } from './file-request.ts'
import { presentEntries, presentRequest } from './present.ts'
import { findRequest, requestsOf } from './request-store.ts'
import type { PrivacyContext, RequestRow } from './types.ts'

export function customerRoutes(context: PrivacyContext): Route[] {
  const { db, clock } = context
  const mine = async ({ accountId }: Caller, id: string): Promise<RequestRow> => {
    const row = isUuid(id) ? await findRequest(db, id) : null
    return row?.accountId === accountId ? row : refuse('request.not_found')
  }
  const routes = implement(contract, {
    async mine({ caller }) {
      const now = clock.now()
      return { results: (await requestsOf(db, caller.accountId)).map((row) => presentRequest(row, now)) }
    },
    async thread({ caller, params }) {
      const row = await mine(caller, params.id)
      // The officer who wrote it, and its assignment, are internal.
      const entries = (await presentEntries(context, row, caller))
        .filter(({ kind }) => kind !== 'taken')
        .map(({ authorId: _, ...entry }) => entry)
      return { ...presentRequest(row, clock.now()), entries }
    },
    async file({ caller: { accountId }, body, files: { files } }) {
      return presentRequest(await fileRequest(context, { accountId, ...body, files }), clock.now())
    },
    async complete({ caller, params, body: { text }, files: { files } }) {
      const { id } = await mine(caller, params.id)
      return presentRequest(await completeRequest(context, { accountId: caller.accountId, id, text, files }), clock.now())
    },
  })
  return admitting<typeof contract>(routes, {
    async file({ caller }) {
      await admitFiles(context, caller.accountId)
      return {}
    },
    async complete({ caller, params: { id = '' } }) {
      const { completeBy } = await mine(caller, id)
      if (completeBy === null) refuse('privacy.not_possible')
      await admitFiles(context, caller.accountId)
      return {}
    },
  })
}
