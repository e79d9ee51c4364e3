/**
 * Notifies every customer of a text that replaces an accepted one: in the bell and by mail, once each, as soon as it is announced. It works
 * in small transactions, so that a process that dies in the middle leaves the rest for the next run.
 */
import { CONSENT_POLICIES } from '@tunjo/contract/consents'
import { inTransaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/module.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import type { Edition } from '../../policies/index.ts'
import { editionsInForce, upcomingEditions } from '../core/consent/read-consents.ts'
import { insertAnnouncement, unnotifiedCustomers } from '../core/consent/store.ts'
import type { IdentityContext } from '../core/context.ts'

const HOUR_MS = 3_600_000
const PEOPLE_AT_ONCE = 500

export function schedulePolicyNotices(context: IdentityContext, jobs: Platform['jobs']): void {
  jobs.schedule({ name: 'identity.tell_of_policies', everyMs: HOUR_MS, run: () => notifyPolicyChanges(context) })
}

export async function notifyPolicyChanges(context: IdentityContext): Promise<void> {
  const [current, next] = [editionsInForce(context), upcomingEditions(context)]
  for (const policy of CONSENT_POLICIES)
    for (const edition of [current[policy], next[policy]]) if (edition) await notifyEveryCustomer(context, policy, edition)
}

async function notifyEveryCustomer(context: IdentityContext, policy: (typeof CONSENT_POLICIES)[number], edition: Edition): Promise<void> {
  const { db, clock, notifications } = context
  const announcement = { policy, version: edition.version }
  const values = { policy: edition.title, date: formatDay(edition.date), changes: edition.changes }
  for (;;) {
    const people = await unnotifiedCustomers(db, announcement, PEOPLE_AT_ONCE)
    for (const { id, email } of people)
      await inTransaction(db, async (tx) => {
        if (!(await insertAnnouncement(tx, id, announcement, clock.now()))) return
        const url = `/${policy}?version=${edition.version}`
        await notifications.notify(tx, { accountId: id, kind: 'identity.policy_changed', values, mailTo: email, url })
      })
    if (people.length < PEOPLE_AT_ONCE) return
  }
}
