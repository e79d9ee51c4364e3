/** HTTP routes of the blocklist. */
import { blackList as contract } from '@tunjo/contract/blocklist'
import { personActor } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database.ts'
import { localeOf } from '../../platform/http/preferred-locale.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import { checkReason } from '../../platform/officer-reason.ts'
import type { Allowance } from '../../platform/rate-limit.ts'
import { refuseIf } from '../../platform/refusal.ts'
import { tidyText } from '../../platform/visible-text.ts'
import { addEntry } from './add-entry.ts'
import type { OfficeContext } from './context.ts'
import { entriesSheet } from './entries-sheet.ts'
import { entryOf } from './entry-of.ts'
import { importEntries, previewImport } from './import-entries.ts'
import { REMOVE_APPROVAL } from './removal-approval.ts'
import { searchEntries, toBlackListEntry } from './search-entries.ts'
import { stepUpTexts } from './step-up-texts.ts'

/** Far above a person at work; far below a program that searches or lists all customers. */
const SEARCH_ALLOWANCE: Allowance = { tries: 120, windowMs: 60_000 }
const CHANGE_ALLOWANCE: Allowance = { tries: 60, windowMs: 3_600_000 }
/** Each checks up to 500 values. */
const PREVIEW_ALLOWANCE: Allowance = { tries: 30, windowMs: 3_600_000 }
const EXPORT_ALLOWANCE: Allowance = { tries: 60, windowMs: 3_600_000 }

export function blocklistRoutes(context: OfficeContext): Route[] {
  const { db, clock, audit, approvals, rateLimit } = context
  const take = (kind: string, key: string, allowance: Allowance) => rateLimit.take([{ kind, key, allowance }], 'request.too_many')
  return implement(
    contract,
    {
      async blackListEntries({ caller, http, body }) {
        await take('blacklist-search', caller.accountId, SEARCH_ALLOWANCE)
        return searchEntries(context, { ...body, actor: personActor(caller, http) })
      },
      async addToBlackList({ caller, http, body: { kind, value, reason, expiresOn } }) {
        refuseIf(checkReason(reason))
        await take('blacklist-change', caller.accountId, CHANGE_ALLOWANCE)
        const added = await addEntry(context, { kind, value, reason: tidyText(reason), expiresOn, actor: personActor(caller, http) })
        return { ...toBlackListEntry({ ...added, hits: 0, lastHitAt: null }, clock.now()), removalWaits: false }
      },
      async blackListCsv({ caller, http, body }) {
        await take('report-export', caller.accountId, EXPORT_ALLOWANCE)
        const { text, rows, asked } = await entriesSheet(context, body, localeOf(http))
        // An unrecorded export must not exist (SEC-44).
        const entry = { action: 'reports.exported', object: { type: 'report', id: 'lista-negra' }, after: { rows, filter: asked } } as const
        await inTransaction(db, (tx) => audit.record(tx, { actor: personActor(caller, http), ...entry }))
        http.setHeader('content-disposition', 'attachment; filename="lista-negra.csv"')
        return text
      },
      async previewBlackListImport({ caller, http, body: { csv } }) {
        await take('blacklist-preview', caller.accountId, PREVIEW_ALLOWANCE)
        return previewImport(context, { csv, actor: personActor(caller, http) })
      },
      async importToBlackList({ caller, http, body: { csv } }) {
        await take('blacklist-change', caller.accountId, CHANGE_ALLOWANCE)
        return importEntries(context, { csv, actor: personActor(caller, http) })
      },
      async removeFromBlackList({ caller, operation, params, body: { reason } }) {
        refuseIf(checkReason(reason))
        await take('blacklist-change', caller.accountId, CHANGE_ALLOWANCE)
        const { id: entryId } = await entryOf(db, params.id)
        return approvals.perform(REMOVE_APPROVAL, { params: { entryId }, caller, operation, reason: tidyText(reason) })
      },
    },
    stepUpTexts(context),
  )
}
