/** The credit of PSE deposits without provider and HTTP, for tests of its groups. */

import { changesOnly } from '../../../../platform/database/log-changes-only.ts'
import type { Platform } from '../../../../platform/module.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { readPaymentsSettings } from '../config.ts'
import type { PaymentsContext } from '../context.ts'
import { buildPayments, sandboxEnvironment } from '../parts.testing.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { confirmDeposit } from './confirm-deposit.ts'

export const AMOUNT = 5_000_000n
const env = sandboxEnvironment({ baseUrls: { wompi: 'http://127.0.0.1:1', payouts: 'http://127.0.0.1:1' } as never })

export interface Deposit {
  readonly id: string
  readonly owner: string
  readonly transactionId: string
}

export function creditParts(base: Platform) {
  const platform = { ...base, env }
  const { ledger, limits, kyc } = buildPayments(platform)
  const { db, clock, log, jobs, outbox, audit, units } = platform
  const payerCheck: PaymentsContext['payerCheck'] = { prepare: async () => undefined, isPayerListed: async () => false }
  const part = { db, clock, log, jobs, outbox, audit, units, ledger, limits, payerCheck, isNews: changesOnly() }
  const seals = evidenceSeals(platform.secrets)
  const context = { ...part, seals, settings: readPaymentsSettings(env, platform.settings) } as Pick<
    PaymentsContext,
    keyof typeof part | 'seals' | 'settings'
  > as PaymentsContext
  /** Answers with the outcome, or with the error. */
  const confirm = (deposit: Deposit, changed: Partial<PseTransaction> = {}): Promise<string> =>
    confirmDeposit(context, { ...payment(deposit), ...changed }).catch((error) => String(Reflect.get(error, 'constraint') ?? error))
  return { context, confirm, ledger, limits, kyc, seals, units }
}

export const payment = ({ id, transactionId }: Deposit): PseTransaction => ({
  ...({ id: transactionId, reference: id, amountCop: AMOUNT, status: 'APPROVED', currency: 'COP', paymentUrl: null } as const),
  bankReference: 'ACH-1',
  payer: { name: '', document: '', email: '' },
})
