/** Every rule, in the order in which they are asked. */
import type { EventType } from '../../../events.ts'
import type { Rule } from '../define-rule.ts'
import { addressChanged } from './address-changed.ts'
import { bankAccountChanged } from './bank-account-changed.ts'
import { depositsExceeded, withdrawalsExceeded } from './declared-exceeded.ts'
import { dormant } from './dormant.ts'
import { emailChanged } from './email-changed.ts'
import { highVolume } from './high-volume.ts'
import { inAndOut } from './in-and-out.ts'
import { informationUpdated } from './information-updated.ts'
import { kycLimit } from './kyc-limit.ts'
import { newAccount } from './new-account.ts'
import { novelty } from './novelty.ts'
import { otherHolder } from './other-holder.ts'
import { places } from './places.ts'
import { proofDiffers } from './proof-differs.ts'
import { sharedAddress } from './shared-address.ts'
import { sharedPartner } from './shared-partner.ts'
import { structuring } from './structuring.ts'
import { twinDocuments } from './twin-documents.ts'
import { volumeExceeded } from './volume-exceeded.ts'

/** What money that moves may change. */
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
] as const

/** What papers that were sent or decided about may change. */
const PAPERS = [informationUpdated, addressChanged, proofDiffers, sharedAddress, twinDocuments, sharedPartner] as const

export const RULES: readonly Rule[] = [bankAccountChanged, otherHolder, emailChanged, ...PAPERS, places, ...MONEY, novelty]

/** What each event may have changed. The nightly run asks all rules about everybody. */
export const RULES_ON = {
  'alerts.closed': [novelty],
  'alerts.opened': [novelty],
  'crypto.deposit_credited': MONEY,
  'crypto.withdrawal_requested': MONEY,
  'identity.email_changed': [emailChanged],
  'identity.location_confirmed': [places],
  'identity.location_denied': [places],
  'identity.signed_in': [places],
  'kyc.documents_reviewed': [...PAPERS, novelty],
  'kyc.form_sent': [...PAPERS, novelty],
  'kyc.level_changed': [...PAPERS, ...MONEY],
  'kyc.proof_read': [proofDiffers],
  'kyc.survey_answered': [informationUpdated, ...MONEY],
  'limits.exceeded': MONEY,
  'payments.account_changed': [bankAccountChanged, otherHolder, emailChanged],
  'payments.deposit_credited': [...MONEY, otherHolder],
  'payments.deposit_held': [...MONEY, otherHolder],
  'payments.withdrawal_requested': MONEY,
  'payments.withdrawal_returned': [otherHolder],
  'payments.withdrawal_settled': [bankAccountChanged, otherHolder],
  'screening.check_updated': [novelty],
  'trading.trade_updated': MONEY,
} as const satisfies Partial<Record<EventType, readonly Rule[]>>
