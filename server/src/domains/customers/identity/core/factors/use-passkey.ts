/** Verify a passkey's signature: its owner and its counter. */
import type { Transaction } from '../../../../../platform/database/database.ts'
import type { IdentityContext } from '../context.ts'
import { lockPasskey, updatePasskeyUse } from './passkey-store.ts'
import { type PasskeyAnswer, readPasskeyUse } from './webauthn.ts'

export interface PasskeyUse {
  answer: PasskeyAnswer
  challengeHash: string
  /** Null when the passkey identifies the account. */
  accountId: string | null
}

/** Returns the owner of the passkey; null when the answer is not valid. */
export async function usePasskey(context: IdentityContext, tx: Transaction, use: PasskeyUse): Promise<string | null> {
  const { answer, challengeHash, accountId } = use
  const row = typeof answer.id === 'string' ? await lockPasskey(tx, answer.id) : undefined
  if (!row || (accountId !== null && row.accountId !== accountId)) return null
  const used = await readPasskeyUse(context.settings, answer, challengeHash, row)
  if (!used) return null
  await updatePasskeyUse(tx, row.id, { ...used, now: context.clock.now() })
  return row.accountId
}
