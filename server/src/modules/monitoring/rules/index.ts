/** Every rule, in the order in which they are asked. */
import type { EventType } from '../../../events.ts'
import type { Rule } from '../define-rule.ts'
import { bankAccountChanged } from './bank-account-changed.ts'
import { emailChanged } from './email-changed.ts'
import { informationUpdated } from './information-updated.ts'

export const RULES: readonly Rule[] = [bankAccountChanged, emailChanged, informationUpdated]

/** What each event may have changed. The nightly run asks all rules about everybody. */
export const RULES_ON = {
  'identity.email_changed': [emailChanged],
  'kyc.form_sent': [informationUpdated],
  'kyc.documents_reviewed': [informationUpdated],
  'kyc.survey_answered': [informationUpdated],
  'payments.account_changed': [bankAccountChanged, emailChanged],
  'payments.withdrawal_settled': [bankAccountChanged],
} as const satisfies Partial<Record<EventType, readonly Rule[]>>
