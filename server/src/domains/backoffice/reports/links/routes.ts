/** Link analysis of a person (ADM-13). A read is recorded before its answer is sent. */
import { LINK_KINDS, LINK_PERMISSION, personLinks } from '@tunjo/contract/person-links'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import { personNamed } from '../audit-trail.ts'
import type { ReportsContext } from '../export-sheet.ts'
import { gatherLinks } from './gather.ts'

type LinksContext = ReportsContext & { readonly parameters: Pick<Parameters, 'bank'> }

export function linkRoutes(context: LinksContext): Route[] {
  const { db, audit, parameters } = context
  return implement(personLinks, {
    async links({ caller, query: { userId, depth }, http }) {
      const subjectId = isUuid(userId) ? await personNamed(db, userId) : null
      if (subjectId === null) refuse('request.not_found')
      // An officer may be a customer too: they may not read what others record about them.
      if (subjectId === caller.accountId) refuse('compliance.own_account')
      const kinds = LINK_KINDS.filter((kind) => caller.permissions?.includes(LINK_PERMISSION[kind]))
      const found = await gatherLinks(db, parameters, { subjectId, callerId: caller.accountId, depth: depth === 2 ? 2 : 1, kinds })
      if (found === null) refuse('request.not_found')
      const after = { part: 'links', depth, people: found.people.length - 1 }
      const object = { type: 'account', id: subjectId }
      const entry = { actor: personActor(caller, http), action: 'kyc.person_viewed', object, after } as const
      await inTransaction(db, (tx) => audit.record(tx, entry))
      return found
    },
  })
}
