import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { holdReason } from './hold-reason.ts'

const CHART = readFileSync(new URL('../../../../docs/chart-of-accounts.md', import.meta.url), 'utf8')
const codes = [...CHART.matchAll(/^\| `([\w.]+)` \| hold on customer/gm)].map(([, code = '']) => code)

it('MON-10 every hold on a customer has the reason that its code names', () => {
  expect(Object.fromEntries(codes.map((code) => [code, holdReason(code)]))).toEqual({
    'payments.deposit_taken_back': 'deposit',
    'payments.withdrawal': 'withdrawal',
    'crypto.deposit_disputed': 'deposit',
    'crypto.withdrawal': 'withdrawal',
    'trading.trade': 'swap',
  })
})
