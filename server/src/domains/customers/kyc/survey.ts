/** Steps before the forms: the survey (KYC-01), and the choice between person and company (KYC-04). */
import type { PersonType } from '@tunjo/contract/kyc-forms'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { customer as customerActor } from '../../../platform/state-machine/index.ts'
import type { KycContext } from './core/context.ts'
import { insertSurvey, lastSurvey, lockCustomer, type SurveyAnswers, updateCustomer } from './core/customer-store.ts'
import { formsOfAccount } from './core/form-store.ts'
import { closeRenewal } from './core/renewal-store.ts'
import { verifiedLevel } from './core/rules.ts'
import { mayChoosePersonType } from './status.ts'

/** Each change of the answers is kept, a repeated call changes nothing; the answers are never a limit (SEC-27). */
export async function answerSurvey({ db, clock, outbox }: KycContext, accountId: string, answers: SurveyAnswers): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const customer = await lockCustomer(tx, accountId, now)
    const last = await lastSurvey(tx, accountId)
    const isNew = last?.responseA !== answers.responseA || last.responseB !== answers.responseB
    const cause = { to: 'done', at: now, actor: customerActor(accountId) } as const
    // In a renewal the same answers count as an answer too.
    const isRenewed = await closeRenewal(tx, { accountId, subject: 'survey' }, cause)
    if (isNew || isRenewed) await insertSurvey(tx, accountId, answers, now)
    if (isNew) await outbox.emit(tx, 'kyc.survey_answered', { accountId })
    if (customer.currentLevel === 0) await updateCustomer(tx, accountId, { ...customer, currentLevel: 1 }, now)
  })
}

export async function choosePersonType({ db, clock }: KycContext, accountId: string, personType: PersonType): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const customer = await lockCustomer(tx, accountId, now)
    if (customer.personType === personType) return
    if (!mayChoosePersonType(verifiedLevel(customer), await formsOfAccount(tx, accountId))) refuse('kyc.person_type_fixed')
    await updateCustomer(tx, accountId, { ...customer, personType }, now)
  })
}
