import { expect, it } from 'vitest'
import { isAccountNumber } from './payments.ts'

it('BANK-01 an account number has 6 to 20 digits, and not zeros alone', () => {
  expect(['123456', '00012345', '12345678901234567890'].map(isAccountNumber)).toEqual([true, true, true])
  expect(['00000000', '12345', '123456789012345678901', '12 3456'].map(isAccountNumber)).toEqual([false, false, false, false])
})
