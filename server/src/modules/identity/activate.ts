/** The link of the sign-up mail: once, within a day. Signs nobody in, so that a link cannot lead into a stranger's account. */
import { inTransaction } from '../../platform/database.ts'
import { sha256 } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { activateAccount, useActivation } from './activation-store.ts'
import type { IdentityContext } from './context.ts'

export async function activate({ db, clock }: IdentityContext, token: string): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const activation = await useActivation(tx, sha256(token), now)
    if (!activation || !(await activateAccount(tx, activation, now))) refuse('identity.activation_expired')
  })
}
