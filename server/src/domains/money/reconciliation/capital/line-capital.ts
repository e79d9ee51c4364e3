/**
 * Platform capital that a line of the bank's statement brought: booked like a booking on the screen Balance, once for each line. The line
 * was posted to suspense when it was imported, so this moves it from there, and both postings together equal the amount received on the
 * collection account.
 */

import type { Platform } from '../../../../platform/module.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { CompanyCapital } from '../../payments/index.ts'
import { type CapitalContext, capitalId, postCapital } from './book-capital.ts'

/** Created before payments, which calls it. */
export function createCompanyCapital(
  { audit, clock, secrets }: Pick<Platform, 'audit' | 'clock' | 'secrets'>,
  { ledger }: Pick<CapitalContext, 'ledger'>,
): CompanyCapital {
  const context = { audit, clock, ledger, seals: evidenceSeals(secrets) }
  return {
    async isBooked(tx, { names, amount }) {
      for (const name of names) if ((await ledger.provedTransfer(capitalId(name), tx))?.amount === amount) return true
      return false
    },
    async book(tx, { id, transferId, bankId, amount }, { makerId, checkerId, reason, requestId, actor }) {
      if (checkerId === null) throw new Error('company capital is booked by two officers')
      await postCapital(context, tx, {
        ...{ move: 'in', place: 'collection', asset: 'COP', amount, line: { id, transferId }, reference: bankId, reason },
        ...{ makerId, checkerId, operator: null, approvalRequestId: requestId, actor },
      })
    },
  }
}
