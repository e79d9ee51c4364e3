/** Second step: the proof → a grant. */
import { randomBytes } from 'node:crypto'
import { GRANT_LIFE_SECONDS, type StepUpMethod } from '@tunjo/contract/step-up'
import { validate as isUuid } from 'uuid'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { findAccount, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { isFactorRight } from '../core/factors/factor-proof.ts'
import { countFactors, findOwnFactors } from '../core/factors/factor-store.ts'
import { tryFactor } from '../core/factors/factor-tries.ts'
import { cancelRemovalOnProof } from '../core/removal/cancel-removal-on-proof.ts'
import { FACTOR_TRIES_MAX } from '../core/rules.ts'
import { notifyApprovalExhausted } from '../core/suspicions.ts'
import { isMailCode } from './mail-code.ts'
import { type AskedStepUp, countTry, hasNoTriesLeft, writeGrant } from './step-up-store.ts'

export interface StepUpProof {
  readonly method: StepUpMethod
  readonly code?: string | undefined
  readonly passkey?: Record<string, unknown> | undefined
}

export async function verifyStepUp(
  context: IdentityContext,
  caller: Caller,
  id: string,
  { deviceKey, ...proof }: StepUpProof & { deviceKey: string | null },
): Promise<string> {
  if (!isUuid(id)) refuse('identity.step_up_expired')
  return tryFactor(context, { accountId: caller.accountId, deviceKey, ip: null }, async (tries) => {
    const grant = await issueGrant(context, caller, id, proof)
    if (proof.method !== 'mail') await keepProvedFactors(context, caller.accountId)
    await tries.uncount()
    return grant
  })
}

async function issueGrant(context: IdentityContext, caller: Caller, id: string, proof: StepUpProof): Promise<string> {
  const { db, clock } = context
  const now = clock.now()
  const asked = await countTry(db, { id, owner: caller, triesMax: FACTOR_TRIES_MAX, now })
  if (!asked) refuse((await hasNoTriesLeft(db, id, caller, FACTOR_TRIES_MAX)) ? 'identity.too_many_attempts' : 'identity.step_up_expired')
  const grant = randomBytes(32).toString('base64url')
  const isRight = await inTransaction(db, async (tx) => {
    if (!(await isProofRight(context, tx, caller.accountId, asked, proof))) return false
    const expiresAt = new Date(now.getTime() + GRANT_LIFE_SECONDS * 1000)
    const isFirst = await writeGrant(tx, { id, method: proof.method, grantHash: sha256(grant), expiresAt })
    if (!isFirst) refuse('identity.step_up_expired')
    return true
  })
  if (isRight) return grant
  if (asked.tries >= FACTOR_TRIES_MAX) await notifyWornOut(context, caller.accountId, asked)
  refuse('identity.second_factor_wrong')
}

async function notifyWornOut(context: IdentityContext, accountId: string, { description }: AskedStepUp): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const account = await findAccount(tx, accountId)
    if (account) await notifyApprovalExhausted(context, tx, account, description.title)
  })
}

/** After the proof's own transaction, which must not wait for the account while it locks a factor. */
async function keepProvedFactors(context: IdentityContext, accountId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const account = await lockAccount(tx, accountId, 'update')
    if (account) await cancelRemovalOnProof(context, tx, account)
  })
}

async function isProofRight(
  context: IdentityContext,
  tx: Transaction,
  accountId: string,
  asked: AskedStepUp,
  { method, ...given }: StepUpProof,
): Promise<boolean> {
  if (method !== 'mail') return isFactorRight(context, tx, { accountId, challengeHash: asked.challengeHash }, { method, ...given })
  // A factor that was added since the code was mailed replaces the code.
  return isMailCode(context, asked, given.code ?? '') && countFactors(await findOwnFactors(tx, accountId)) === 0
}
