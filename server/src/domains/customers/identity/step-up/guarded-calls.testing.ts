/** Calls of the contract that need a grant, with handlers that only count, and the values that an attacker would change in each. */

import { compliance } from '@tunjo/contract/compliance'
import { type Endpoint, endpoint } from '@tunjo/contract/endpoint'
import { payments } from '@tunjo/contract/payments'
import * as z from 'zod'
import { callOf, type DescribeStepUp } from '../../../../platform/http/guards/step-up.ts'
import type { Handler, Route } from '../../../../platform/http/route.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'

const ID = '0192f0c1-2f6b-7b3e-9a57-5d0c6a3f7e11'
const OTHER_ID = '0192f0c1-2f6b-7b3e-9a57-5d0c6a3f7e12'

const sendCoins = endpoint({
  method: 'POST',
  path: '/api/test/send/:asset',
  role: 'SIGNED_IN',
  money: true,
  summary: 'Money to an address',
  stepUp: { binds: ['params.asset', 'body.to', 'body.amount'] },
  params: z.object({ asset: z.string() }),
  body: z.object({ to: z.string(), amount: z.string(), note: z.string().optional() }),
  response: z.unknown(),
  errors: [],
})
const readSecret = endpoint({
  method: 'GET',
  path: '/api/test/secret/:id',
  role: 'SIGNED_IN',
  summary: 'Something worth an approval',
  stepUp: { binds: ['params.id'] },
  params: z.object({ id: z.string() }),
  response: z.unknown(),
  errors: [],
})

interface Values {
  params?: Record<string, string>
  body?: unknown
}
export interface GuardedCallCase {
  readonly endpoint: Endpoint
  readonly right: Values
  /** Variants with one bound value changed. */
  readonly changed: readonly Values[]
}

const account = { account: '12345678', accountType: 9, bank: 1, alias: 'Nómina' }

export const GUARDED_CALLS: readonly GuardedCallCase[] = [
  {
    endpoint: payments.withdraw,
    right: { body: { account: ID, amount: '50000' } },
    changed: [{ body: { account: OTHER_ID, amount: '50000' } }, { body: { account: ID, amount: '50000.01' } }],
  },
  {
    endpoint: payments.addAccount,
    right: { body: account },
    changed: [{ body: { ...account, account: '12345679' } }, { body: { ...account, bank: 2 } }, { body: { ...account, accountType: 10 } }],
  },
  {
    endpoint: payments.editAccount,
    right: { params: { id: ID }, body: account },
    changed: [
      { params: { id: OTHER_ID }, body: account },
      { params: { id: ID }, body: { ...account, account: '12345679' } },
    ],
  },
  {
    endpoint: compliance.acceptDocuments,
    right: { body: { idUserDocument: [ID] } },
    changed: [{ body: { idUserDocument: [OTHER_ID] } }, { body: { idUserDocument: [ID, OTHER_ID] } }],
  },
  {
    endpoint: compliance.declineDocuments,
    right: { body: { idUserDocument: [ID], description: 'Documento ilegible' } },
    changed: [
      { body: { idUserDocument: [OTHER_ID], description: 'Documento ilegible' } },
      { body: { idUserDocument: [ID], description: 'Documento vencido' } },
    ],
  },
  {
    endpoint: compliance.changeLevel,
    right: { body: { newKYCLevel: 2, userId: ID, reason: 'Evidencia completa' } },
    changed: [
      { body: { newKYCLevel: 3, userId: ID, reason: 'Evidencia completa' } },
      { body: { newKYCLevel: 2, userId: OTHER_ID, reason: 'Evidencia completa' } },
      { body: { newKYCLevel: 2, userId: ID, reason: 'Otro motivo distinto' } },
      { body: { newKYCLevel: 2, userId: ID, reason: 'Evidencia completa', withoutCheck: true } },
    ],
  },
  {
    endpoint: sendCoins,
    right: { params: { asset: 'USDT' }, body: { to: '0xaa', amount: '1' } },
    changed: [
      { params: { asset: 'BTC' }, body: { to: '0xaa', amount: '1' } },
      { params: { asset: 'USDT' }, body: { to: '0xab', amount: '1' } },
      { params: { asset: 'USDT' }, body: { to: '0xaa', amount: '10' } },
    ],
  },
  { endpoint: readSecret, right: { params: { id: ID } }, changed: [{ params: { id: OTHER_ID } }] },
]

/** The routes, and the number of accepted calls of each. */
export function countingRoutes(): { routes: Route[]; accepted: string[] } {
  const accepted: string[] = []
  const routes = GUARDED_CALLS.map(({ endpoint }): Route => {
    // Only the grant is checked here: calls that need two officers or an audit record are answered like the rest.
    const { approval: _approval, audit: _audit, ...given }: Endpoint = endpoint
    const handle: Handler<Endpoint> = async () => {
      accepted.push(callOf(given))
      return { done: true }
    }
    const describe: DescribeStepUp<Endpoint> = async ({ locale }) => ({
      title: `${locale === 'es' ? 'Aprobar' : 'Approve'} ${given.path}`,
      details: [
        { label: locale === 'es' ? 'Valor' : 'Amount', value: '$ 50.000' },
        { label: locale === 'es' ? 'Día' : 'Day', value: formatDay('2026-11-21') },
      ],
    })
    return { name: given.path.replaceAll(/\W/g, '_'), endpoint: { ...given, response: z.unknown() }, handle, describe }
  })
  return { routes, accepted }
}

export const pathOf = ({ path }: Endpoint, params: Record<string, string> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
