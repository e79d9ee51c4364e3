/** Code of the authenticator app, used once; its secret is stored sealed. */
import type { Transaction } from '../../../../../platform/database/database.ts'
import type { IdentityContext } from '../context.ts'
import { findTotp, markTotpStepUsed } from './factor-store.ts'
import { stepOfCode } from './totp-code.ts'

export async function useTotp(context: IdentityContext, tx: Transaction, accountId: string, code: string): Promise<boolean> {
  const row = await findTotp(tx, accountId)
  if (!row?.confirmedAt) return false
  const step = stepOfCode(openTotpSecret(context, accountId, row.sealedSecret), code, context.clock.now())
  return step !== null && markTotpStepUsed(tx, accountId, step)
}

type SealingContext = Pick<IdentityContext, 'secrets'>
const purposeOf = (accountId: string) => `totp:${accountId}`

export const sealTotpSecret = ({ secrets }: SealingContext, accountId: string, secret: string): string =>
  secrets.seal(purposeOf(accountId), Buffer.from(secret))

export const openTotpSecret = ({ secrets }: SealingContext, accountId: string, sealed: string): string =>
  secrets.open(purposeOf(accountId), sealed).toString()
