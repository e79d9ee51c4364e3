/** HTTP routes of the blocklist. */
import { blackList as contract } from '@tunjo/contract/blocklist'
import { personActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { tidyText } from '../../../platform/phrases/visible-text.ts'
import { addEntry } from './add-entry.ts'
import type { OfficeContext } from './context.ts'
import { entriesSheet } from './entries-sheet.ts'
import { entryOf } from './entry-of.ts'
import { importEntries, previewImport } from './import-entries.ts'
import { REMOVE_APPROVAL } from './removal-approval.ts'
import { searchEntries, toBlackListEntry } from './search-entries.ts'
import { stepUpTexts } from './step-up-texts.ts'

export function blocklistRoutes(context: OfficeContext): Route[] {
  const { db, clock, audit, approvals } = context
  return implement(
    contract,
    {
      async blackListEntries({ caller, http, body }) {
        return searchEntries(context, { ...body, actor: personActor(caller, http) })
      },
      async addToBlackList({ caller, http, body: { kind, value, reason, expiresOn } }) {
        const added = await addEntry(context, { kind, value, reason: tidyText(reason), expiresOn, actor: personActor(caller, http) })
        return { ...toBlackListEntry({ ...added, hits: 0, lastHitAt: null }, clock.now()), removalWaits: false }
      },
      async blackListCsv({ caller, http, body }) {
        const { text, rows, asked } = await entriesSheet(context, body, localeOf(http))
        // An unrecorded export must not exist (SEC-44).
        const entry = { action: 'reports.exported', object: { type: 'report', id: 'lista-negra' }, after: { rows, filter: asked } } as const
        await inTransaction(db, (tx) => audit.record(tx, { actor: personActor(caller, http), ...entry }))
        http.setHeader('content-disposition', 'attachment; filename="lista-negra.csv"')
        return text
      },
      async previewBlackListImport({ caller, http, body: { csv } }) {
        return previewImport(context, { csv, actor: personActor(caller, http) })
      },
      async importToBlackList({ caller, http, body: { csv } }) {
        return importEntries(context, { csv, actor: personActor(caller, http) })
      },
      async removeFromBlackList({ caller, operation, params, body: { reason } }) {
        const { id: entryId } = await entryOf(db, params.id)
        return approvals.perform(REMOVE_APPROVAL, { params: { entryId }, caller, operation, reason: tidyText(reason) })
      },
    },
    stepUpTexts(context),
  )
}
