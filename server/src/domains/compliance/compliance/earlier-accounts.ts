/** Earlier accounts of a returning person: flags and levels from officers and lists there count for the new account. */

import type { Transaction } from '../../../platform/database/database.ts'
import type { Kyc } from '../../customers/kyc/index.ts'
import type { Risk } from '../../customers/risk/index.ts'
import { STORED_WORDS } from './person-words.ts'

interface RiskContext {
  readonly risk: Pick<Risk, 'profile' | 'flagList' | 'flagPep' | 'carryLevel'>
}
export interface EarlierContext extends RiskContext {
  readonly kyc: Pick<Kyc, 'earlierAccounts'>
}

const { list: LIST, risk: RISK, pep: PEP } = STORED_WORDS.earlier

/** In the transaction that links the earlier accounts, so that no money moves before the flags. */
export async function carryFlags({ risk }: RiskContext, tx: Transaction, accountId: string, earlierIds: readonly string[]): Promise<void> {
  for (const earlierId of earlierIds) {
    const earlier = await risk.profile(tx, earlierId)
    const { isListed, isListAlertOpen, isPep } = earlier
    if (isListed || isListAlertOpen) await risk.flagList(tx, { accountId, reason: LIST })
    if (isPep) await risk.flagPep(tx, { accountId, reason: PEP })
    await risk.carryLevel(tx, { accountId, earlier, reason: RISK })
  }
}

/** For the accounts that `work` links, and only for those: flags that two officers clear afterwards stay cleared. */
export async function carryingFlags<T>(context: EarlierContext, tx: Transaction, accountId: string, work: () => Promise<T>): Promise<T> {
  const known = await context.kyc.earlierAccounts(tx, accountId)
  const done = await work()
  const earlier = await context.kyc.earlierAccounts(tx, accountId)
  await carryFlags(
    context,
    tx,
    accountId,
    earlier.filter((id) => !known.includes(id)),
  )
  return done
}
