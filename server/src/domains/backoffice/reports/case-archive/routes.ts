/** Calls over the case file of a person: its export, and the key that proves it. */

import { caseArchive as contract } from '@tunjo/contract/case-archive'
import { validate as isUuid } from 'uuid'
import { refuse } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt, tidyText } from '../../../../platform/phrases/visible-text.ts'
import { EXPORT_WORDS } from '../export-words.ts'
import { emailsOf } from './case-data.ts'
import { type CaseArchiveContext, exportCase } from './export-case.ts'
import { keyIdOf } from './signer.ts'

export function caseArchiveRoutes(context: CaseArchiveContext): Route[] {
  const { db, signer } = context
  return implement(
    contract,
    {
      async exportCase({ caller, body: { userId, reason }, http }) {
        // The database ignores the case of ids, so an officer's own id in capitals is still their own.
        const accountId = userId.toLowerCase()
        // An officer may be a customer too: they may not read what others record about them (Ley 526 de 1999).
        if (accountId === caller.accountId) refuse('compliance.own_account')
        if (!isUuid(accountId)) refuse('request.not_found')
        return exportCase(context, { accountId, reason: tidyText(reason), caller, http })
      },
      caseArchiveKey: async () => ({ keyId: keyIdOf(signer.publicKey) ?? '', publicKey: signer.publicKey, pem: signer.pem }),
    },
    {
      async exportCase({ body: { userId, reason }, locale }) {
        const id = userId.toLowerCase()
        const email = isUuid(id) ? (await emailsOf(db, [id])).get(id) : undefined
        const words = EXPORT_WORDS[locale].caseArchive
        return {
          title: words.title,
          details: [
            { label: words.user, value: email ?? userId },
            { label: words.reason, value: excerpt(reason) },
          ],
        }
      },
    },
  )
}
