/** Test files with the longest measured time, the longest first: begun last, they would keep one process busy alone. */
export const LONGEST_FILES = [
  'server/src/modules/payments/crash.test.ts',
  'server/src/false-token-values.test.ts',
  'server/src/false-values.test.ts',
  'server/src/modules/screening/checks/crash.test.ts',
  'server/src/modules/crypto/withdrawals.test.ts',
  'server/src/modules/treasury/treasury.test.ts',
  'server/src/modules/trading/trade.test.ts',
  'server/src/modules/screening/screening.test.ts',
  'server/src/alert-scenarios.test.ts',
  'server/build/package.test.ts',
  'server/src/fault-rules.test.ts',
  'server/src/modules/blockchain/recovery.test.ts',
  'server/src/modules/crypto/undelivered.test.ts',
]
