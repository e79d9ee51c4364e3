/** Whether the link of a mail still works, so that its page does not show a useless form. It consumes and discloses nothing else. */
import type { LinkWithForm } from '@tunjo/contract/credentials'
import { sha256 } from '../../../../platform/database/ids.ts'
import { findOpenActivation } from '../core/activation-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { findLink } from '../core/links.ts'
import { guessBuckets } from '../core/rate-limits.ts'

interface AskedLink {
  token: string
  purpose: LinkWithForm
  ip: string
}

/** Links that do not work count as guesses of their network, separately from those that are used. */
export function doesLinkWork(context: IdentityContext, { token, purpose, ip }: AskedLink): Promise<boolean> {
  const buckets = guessBuckets('link-check', { account: null, knownDevice: null, ip })
  return context.rateLimit.attempt(buckets, 'identity.too_many_attempts', async (tries) => {
    const works = await isOpen(context, token, purpose)
    if (works) await tries.uncount()
    return works
  })
}

async function isOpen({ db, clock }: IdentityContext, token: string, purpose: LinkWithForm): Promise<boolean> {
  const now = clock.now()
  const found = purpose === 'activation' ? await findOpenActivation(db, sha256(token), now) : await findLink(db, token, purpose, now)
  return found !== undefined
}
