import { expect, it } from 'vitest'
import { mobileNumber } from './field-rules.ts'

it.each(['300 123 4567', '+57 300 123 4567', '57 300 123 4567', '0057 300 123 4567', '00573001234567'])(
  'C9 KYC-06 %s is a mobile number',
  (typed) => {
    expect(mobileNumber(typed)).toBe('+573001234567')
  },
)

it.each(['00', '0057', '0000000000', '005712345'])('C9 KYC-06 %s is not a mobile number', (typed) => {
  expect(mobileNumber(typed)).toBeNull()
})
