/**
 * Automatic first check of a customer, when every document of level 1 was accepted. The officer has the result before the level is
 * verified, and no check is paid for invalid documents.
 */
import { Refused } from '../../../../platform/http/refusal.ts'
import type { ReviewFacts } from '../../../customers/kyc/index.ts'
import { checksOf } from './check-store.ts'
import type { CheckContext } from './context.ts'
import { requestCheck } from './request-check.ts'
import { subjectOf } from './subject.ts'

export async function launchAutomatically(context: CheckContext, accountId: string): Promise<void> {
  const { db, kyc, parameters, log } = context
  const facts = await kyc.reviewFacts(accountId)
  const subject = areDocumentsAccepted(facts) ? subjectOf(facts, parameters, null) : null
  if (!subject || (await checksOf(db, accountId, 1)).length > 0) return
  try {
    await requestCheck(context, { accountId, subject, isFresh: false, actor: null })
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== 'screening.checks_of_day') throw error
    log.error({ accountId }, 'as many background checks began by themselves as one day has: officers launch the others')
  }
}

function areDocumentsAccepted({ items, personType }: ReviewFacts): boolean {
  const files = items.filter(({ form, kind }) => form === `${personType}-1` && kind !== 'fields')
  return files.length > 0 && files.every(({ state }) => state === 'accepted')
}
