/** Passkeys as factors: registration options, registration, renaming. */
import { PASSKEYS_MAX, type Passkey } from '@tunjo/contract/factors'
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { findAccount, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { findOwnFactors } from '../core/factors/factor-store.ts'
import { insertChallenge, insertPasskey, type PasskeyRow, updatePasskeyName, useChallenge } from '../core/factors/passkey-store.ts'
import { codesForFirstFactor } from '../core/factors/recovery-codes.ts'
import { askForNewPasskey, type PasskeyAnswer, readNewPasskey } from '../core/factors/webauthn.ts'
import { PASSKEY_CHALLENGE_LIFE_MS } from '../core/rules.ts'
import { factorAdded } from './factor-change.ts'

export async function beginPasskey(context: IdentityContext, { accountId, sessionId }: Caller) {
  const { db, clock, settings } = context
  const account = await findAccount(db, accountId)
  if (!account) refuse('identity.session_expired')
  const { passkeys } = await findOwnFactors(db, accountId)
  if (passkeys.length >= PASSKEYS_MAX) refuse('identity.too_many_passkeys', { maximum: PASSKEYS_MAX })
  const { options, challengeHash } = await askForNewPasskey(settings, account, passkeys)
  const id = newId()
  const expiresAt = new Date(clock.now().getTime() + PASSKEY_CHALLENGE_LIFE_MS)
  await insertChallenge(db, { id, purpose: 'register', challengeHash, sessionId, expiresAt })
  return { challengeId: id, options }
}

export interface AddedPasskey {
  challengeId: string
  passkey: PasskeyAnswer
  name: string
}

export async function addPasskey(context: IdentityContext, caller: Caller, { challengeId, passkey: answer, name }: AddedPasskey) {
  const { db, clock, settings } = context
  const { accountId, sessionId } = caller
  const now = clock.now()
  const challengeHash = await useChallenge(db, { id: challengeId, purpose: 'register', sessionId }, now)
  const made = challengeHash ? await readNewPasskey(settings, answer, challengeHash) : null
  if (!made) refuse('identity.passkey_refused')
  const row: PasskeyRow = { id: newId(), accountId, ...made, name, addedAt: now, lastUsedAt: null }
  const recoveryCodes = await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId, 'update')
    if (!account) refuse('identity.session_expired')
    const { passkeys } = await findOwnFactors(tx, accountId)
    if (passkeys.length >= PASSKEYS_MAX) refuse('identity.too_many_passkeys', { maximum: PASSKEYS_MAX })
    const codes = await codesForFirstFactor(context, tx, accountId)
    if (!(await insertPasskey(tx, row))) refuse('identity.passkey_refused')
    await factorAdded(context, tx, { caller, account, kind: 'identity.passkey_added', name, undoes: row.id })
    return codes
  })
  context.sessions.invalidate(sessionId)
  return { passkey: presentPasskey(row), recoveryCodes }
}

export async function renamePasskey({ db }: IdentityContext, accountId: string, id: string, name: string): Promise<Passkey> {
  const row = isUuid(id) ? await updatePasskeyName(db, accountId, id, name) : undefined
  if (!row) refuse('identity.factor_not_found')
  return presentPasskey(row)
}

export const presentPasskey = ({ id, name, addedAt, lastUsedAt, backedUp }: PasskeyRow): Passkey => ({
  id,
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  backedUp,
})
