/** Acceptance of the texts in force by a customer: versions, time and address are kept permanently. */
import type { ConsentChange, Consents } from '@tunjo/contract/consents'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type ConsentSubject, readConsents, versionsInForce } from '../core/consent/read-consents.ts'
import { coversNeededConsents } from '../core/consent/rules.ts'
import { insertConsent } from '../core/consent/store.ts'
import type { IdentityContext } from '../core/context.ts'

export interface Acceptance extends ConsentSubject {
  readonly accepted: readonly Pick<ConsentChange, 'slug' | 'version'>[]
  readonly ip: string
}

export async function acceptConsents(context: IdentityContext, { accepted, ip, ...who }: Acceptance): Promise<Consents> {
  const { db, clock, outbox } = context
  const { accountId } = who
  return inTransaction(db, async (tx) => {
    // Read first: a text that takes effect between the two reads is asked for later, and never recorded unseen.
    const versions = versionsInForce(context)
    const { needed } = await readConsents(context, tx, who)
    if (!coversNeededConsents(accepted, needed)) refuse('identity.consent_outdated')
    if (needed.length > 0) {
      await insertConsent(tx, { accountId, versions, acceptedAt: clock.now(), ip })
      await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'consent' })
    }
    return readConsents(context, tx, who)
  })
}
