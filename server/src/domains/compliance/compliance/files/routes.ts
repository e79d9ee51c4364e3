/** HTTP routes of the documents that officers add to a customer (ADM-12, ADM-16). */

import { complianceFiles as contract } from '@tunjo/contract/compliance-files'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../../platform/audit/index.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import type { ComplianceContext } from '../context.ts'
import { linkFor } from '../documents.ts'
import { personRead, personToChange } from '../person/routes.ts'
import { addFiles } from './add-files.ts'
import { filesIn } from './file-store.ts'
import { createReview, decideReview, labelReview, natureReport } from './nature-reviews.ts'

export function fileRoutes(context: ComplianceContext): Route[] {
  const { db, files, identity } = context
  const emailOf = async (id: string) => (isUuid(id) && (await identity.person(id))?.email) || id
  return implement(
    contract,
    {
      async natureReport({ caller, body: { userId, reviewNumber, reviewLabel }, http }) {
        const { id } = await personRead(context, { caller, http, query: { userId } }, 'nature')
        return natureReport(context, id, caller, { number: chosen(reviewNumber), label: chosen(reviewLabel) })
      },
      async setNatureLabel({ caller, body: { userId, reviewId, reviewLabel: label }, http }) {
        const accountId = await personToChange(context, caller, userId)
        await labelReview(context, { accountId, actor: personActor(caller, http), reviewId, label })
        return { reviewId, reviewLabel: label }
      },
      async createNatureReview({ caller, body: { userId, reviewLabel: label, dueOn }, http }) {
        const accountId = await personToChange(context, caller, userId)
        const { id, number } = await createReview(context, { accountId, actor: personActor(caller, http), label, dueOn })
        return { reviewId: id, reviewNumber: number }
      },
      async decideNatureReview({ caller, body: { userId, reviewId, outcome, reason }, http }) {
        const accountId = await personToChange(context, caller, userId)
        const decision = { accountId, actor: personActor(caller, http), reviewId, outcome, reason: tidyText(reason) }
        return { reviewId, reviewDate: (await decideReview(context, decision)).toISOString() }
      },
      async caseFiles({ caller, query: { userId, folder }, http }) {
        const { id } = await personRead(context, { caller, http, query: { userId } }, `files-${folder}`)
        const link = linkFor(files, caller)
        const rows = await filesIn(db, id, folder)
        return Promise.all(
          rows.map(async ({ id, name, bytes, sha256, fileId, addedAt, addedBy }) => {
            const by = await emailOf(addedBy)
            return { id, name, bytes, sha256, fileUrl: link(fileId), addedAt: addedAt.toISOString(), addedBy: by }
          }),
        )
      },
      async addCaseFiles({ caller, body: { userId, folder, reviewId }, files: sent, http }) {
        const accountId = await personToChange(context, caller, userId)
        await addFiles(context, { accountId, folder, reviewId, files: sent.files, actor: personActor(caller, http) })
        return { added: sent.files.length }
      },
    },
    {
      async decideNatureReview({ body: { userId, outcome, reason }, locale }) {
        const words = APPROVAL_WORDS[locale]
        return {
          title: words.review[outcome === 'verified' ? 'verified' : 'declined'],
          details: [
            { label: words.user, value: await emailOf(userId) },
            { label: words.reason, value: excerpt(reason) },
          ],
        }
      },
    },
  )
}

/** -1 and the empty text mean any value. */
const chosen = (value: number): number | null => (value === -1 ? null : value)
