/** All rules, in the order of their evaluation. */
import type { EventType } from '../../../../events.ts'
import type { Rule } from '../define-rule.ts'
import { addressChanged } from './address-changed.ts'
import { bankAccountChanged } from './bank-account-changed.ts'
import { cycle } from './cycle.ts'
import { depositsExceeded, withdrawalsExceeded } from './declared-exceeded.ts'
import { deniedSignIn } from './denied-sign-in.ts'
import { documentExpired } from './document-expired.ts'
import { dormant } from './dormant.ts'
import { emailChanged } from './email-changed.ts'
import { highVolume } from './high-volume.ts'
import { inAndOut } from './in-and-out.ts'
import { informationUpdated } from './information-updated.ts'
import { kycLimit } from './kyc-limit.ts'
import { manyPayers } from './many-payers.ts'
import { newAccount } from './new-account.ts'
import { newDestinations } from './new-destinations.ts'
import { nitDiffers } from './nit-differs.ts'
import { novelty } from './novelty.ts'
import { officeEnded } from './office-ended.ts'
import { otherHolder } from './other-holder.ts'
import { places } from './places.ts'
import { profileExceeded } from './profile-exceeded.ts'
import { proofDiffers } from './proof-differs.ts'
import { roundAmounts } from './round-amounts.ts'
import { sharedAddress } from './shared-address.ts'
import { sharedDevice } from './shared-device.ts'
import { sharedPartner } from './shared-partner.ts'
import { structuring } from './structuring.ts'
import { twinDocuments } from './twin-documents.ts'
import { unanswered } from './unanswered.ts'
import { volumeExceeded } from './volume-exceeded.ts'

/** Rules affected by movements of money. */
const MONEY = [
  kycLimit,
  depositsExceeded,
  withdrawalsExceeded,
  volumeExceeded,
  highVolume,
  structuring,
  inAndOut,
  dormant,
  newAccount,
  manyPayers,
  newDestinations,
  roundAmounts,
  profileExceeded,
  cycle,
] as const

/** Rules affected by documents that were sent or reviewed. */
const DOCUMENT_RULES = [
  informationUpdated,
  addressChanged,
  proofDiffers,
  sharedAddress,
  twinDocuments,
  sharedPartner,
  documentExpired,
  nitDiffers,
  unanswered,
] as const

/** Rules affected by sign-ins and by their denial. */
const SIGN_INS = [places, sharedDevice, deniedSignIn] as const

export const RULES: readonly Rule[] = [
  bankAccountChanged,
  otherHolder,
  emailChanged,
  ...DOCUMENT_RULES,
  officeEnded,
  ...SIGN_INS,
  ...MONEY,
  novelty,
]

/** Rules affected by each event. The nightly run evaluates all rules about all customers. */
export const RULES_ON = {
  'alerts.closed': [novelty],
  'alerts.found_again': [emailChanged, novelty],
  'alerts.opened': [emailChanged, officeEnded, novelty],
  'crypto.deposit_credited': MONEY,
  'crypto.withdrawal_requested': MONEY,
  'identity.email_changed': [emailChanged],
  'identity.location_confirmed': [places],
  'identity.location_denied': SIGN_INS,
  'identity.signed_in': SIGN_INS,
  'kyc.documents_reviewed': [...DOCUMENT_RULES, novelty],
  'kyc.form_sent': [...DOCUMENT_RULES, novelty],
  'kyc.level_changed': [...DOCUMENT_RULES, ...MONEY],
  'kyc.proof_read': [proofDiffers],
  'kyc.representatives_written': [sharedPartner],
  'kyc.survey_answered': [informationUpdated, unanswered, ...MONEY],
  'limits.exceeded': MONEY,
  'payments.account_changed': [bankAccountChanged, otherHolder, emailChanged],
  'payments.deposit_credited': [...MONEY, otherHolder],
  'payments.deposit_held': [...MONEY, otherHolder],
  'payments.withdrawal_requested': MONEY,
  'payments.withdrawal_returned': [otherHolder],
  'payments.withdrawal_settled': [bankAccountChanged, otherHolder],
  'screening.check_updated': [documentExpired, nitDiffers, novelty],
  'trading.trade_updated': MONEY,
} as const satisfies Partial<Record<EventType, readonly Rule[]>>
