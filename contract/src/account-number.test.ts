import { expect, it } from 'vitest'
import { accountNumberAt, isAccountNumber } from './payments.ts'

it('BANK-01 an account number has 6 to 20 digits, and not zeros alone', () => {
  expect(['123456', '00012345', '12345678901234567890'].map(isAccountNumber)).toEqual([true, true, true])
  expect(['00000000', '12345', '123456789012345678901', '12 3456'].map(isAccountNumber)).toEqual([false, false, false, false])
})

it('C9 an account of a wallet is a mobile number without the country; that of a bank stays as it is', () => {
  const [nequi, daviplata, bancolombia] = [45, 33, 7]
  expect(['573001234567', '00573001234567', '3001234567', '5730012345'].map((typed) => accountNumberAt(nequi, typed))).toEqual([
    '3001234567',
    '3001234567',
    '3001234567',
    '5730012345',
  ])
  expect(accountNumberAt(daviplata, '573101234567')).toBe('3101234567')
  expect(accountNumberAt(bancolombia, '573001234567')).toBe('573001234567')
})
