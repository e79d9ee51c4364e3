/** One proof of a second factor, at a sign-in or at a step-up. The proof is consumed in the caller's transaction. */
import type { Transaction } from '../../../../../platform/database/database.ts'
import type { IdentityContext } from '../context.ts'
import type { FactorMethod } from './factor-store.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { usePasskey } from './use-passkey.ts'
import { useTotp } from './use-totp.ts'
import type { PasskeyAnswer } from './webauthn.ts'

export interface FactorProof {
  readonly method: FactorMethod
  readonly code?: string | undefined
  readonly passkey?: PasskeyAnswer | undefined
}
export interface FactorAsked {
  readonly accountId: string
  readonly challengeHash: string | null
}

export async function isFactorRight(
  context: IdentityContext,
  tx: Transaction,
  { accountId, challengeHash }: FactorAsked,
  { method, code = '', passkey }: FactorProof,
): Promise<boolean> {
  if (method === 'totp') return useTotp(context, tx, accountId, code)
  if (method === 'recovery') return useRecoveryCode(context, tx, accountId, code)
  if (!passkey || challengeHash === null) return false
  return (await usePasskey(context, tx, { answer: passkey, challengeHash, accountId })) !== null
}
