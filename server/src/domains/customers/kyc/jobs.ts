/**
 * Housekeeping of forms: incomplete uploads are deleted after a day. Files of forms that were begun and never sent are deleted after 90
 * days without a change, since no decision was based on them. Sent files stay, also declined or replaced ones, since decisions are based on
 * them, until the years after the end of the relationship have passed (module `retention`).
 */
import { inTransaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/module.ts'
import type { KycContext } from './core/context.ts'
import { lockCustomer } from './core/customer-store.ts'
import { abandonedForms, itemsOf } from './core/form-store.ts'
import { discard } from './core/stage-file.ts'

const DAY_MS = 86_400_000
const ABANDONED_MS = 90 * DAY_MS
const FORMS_AT_ONCE = 500

export function scheduleKycJobs(context: KycContext, jobs: Platform['jobs']): void {
  jobs.schedule({ name: 'kyc.forget_abandoned_files', everyMs: DAY_MS / 24, run: () => deleteAbandonedFiles(context) })
  jobs.schedule({ name: 'kyc.forget_abandoned_uploads', everyMs: DAY_MS / 24, run: () => context.partialUploads.sweep() })
}

/** Locks the person, like every change of a form: a form that is being sent at this moment keeps its files. */
export async function deleteAbandonedFiles(context: Pick<KycContext, 'db' | 'clock' | 'files'>): Promise<void> {
  const { db, clock } = context
  const before = new Date(clock.now().getTime() - ABANDONED_MS)
  for (const { accountId } of await abandonedForms(db, before, FORMS_AT_ONCE))
    await inTransaction(db, async (tx) => {
      await lockCustomer(tx, accountId, clock.now())
      for (const { form } of await abandonedForms(tx, before, FORMS_AT_ONCE, accountId)) {
        const items = await itemsOf(tx, accountId, form)
        for (const item of items) if (item.state === 'staged' && item.fileId) await discard(context, tx, item)
      }
    })
}
