/** Labels of ledger codes (docs/chart-of-accounts.md); a code without a label is a movement. */
const WORDS = {
  'payments.deposit': 'ledger.deposit',
  'payments.deposit_decided': 'ledger.deposit',
  'payments.deposit_reversed': 'ledger.depositReversed',
  'payments.deposit_written_off': 'ledger.tokenDepositWrittenOff',
  'payments.withdrawal': 'ledger.withdrawal',
  'crypto.deposit': 'ledger.tokenDeposit',
  'crypto.deposit_reversed': 'ledger.tokenDepositReversed',
  'crypto.deposit_written_off': 'ledger.tokenDepositWrittenOff',
  'crypto.write_off_recovered': 'ledger.tokenWriteOffRecovered',
  'crypto.withdrawal': 'ledger.tokenWithdrawal',
  'crypto.withdrawal_fee': 'ledger.networkFee',
  'crypto.withdrawal_given_back': 'ledger.tokenWithdrawalReturned',
  'crypto.withdrawal_fee_given_back': 'ledger.networkFeeReturned',
  'payments.payout_booked': 'ledger.foundCharged',
  'payments.payout_charged': 'ledger.foundCharged',
  'payments.payout_shortfall': 'ledger.payoutShortfall',
  'crypto.found_charged': 'ledger.foundCharged',
  'crypto.found_credited': 'ledger.foundCredited',
  'crypto.inside': 'ledger.inside',
  'trading.trade': 'ledger.sold',
  'trading.sold': 'ledger.sold',
  'trading.bought': 'ledger.bought',
} as const

type Word = (typeof WORDS)[keyof typeof WORDS] | 'ledger.other'

const isKnown = (code: string): code is keyof typeof WORDS => code in WORDS

export const ledgerLabel = (code: string): Word => (isKnown(code) ? WORDS[code] : 'ledger.other')
