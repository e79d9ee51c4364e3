/** Ten recovery codes for a loss of the other factors: 40 bits each, stored as keyed hashes, one use. */
import { createHmac, randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@tunjo/contract/factors'
import type { Transaction } from '../../../../../platform/database/database.ts'
import { formatDateTime } from '../../../../../platform/time/format-date.ts'
import { findAccount } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { sendSecurityNotice } from '../security-notice.ts'
import { findOwnFactors, markRecoveryCodeUsed, replaceRecoveryCodes } from './factor-store.ts'

/** Without 0, 1, I and O: 32 signs, five bits each. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUP = 4

const newGroup = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const newCode = (): string => `${newGroup()}-${newGroup()}`

const hashOf = ({ secrets }: Pick<IdentityContext, 'secrets'>, accountId: string, typed: string): string =>
  createHmac('sha256', secrets.derive('recovery-code'))
    .update(`${accountId}:${typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')}`)
    .digest('hex')

export async function writeRecoveryCodes(context: IdentityContext, tx: Transaction, accountId: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(newCode())
  const written = [...codes]
  await replaceRecoveryCodes(
    tx,
    accountId,
    written.map((code) => hashOf(context, accountId, code)),
  )
  return written
}

/** Null when the person still has some. */
export async function codesForFirstFactor(context: IdentityContext, tx: Transaction, accountId: string): Promise<string[] | null> {
  const { recoveryCodesLeft } = await findOwnFactors(tx, accountId)
  return recoveryCodesLeft > 0 ? null : writeRecoveryCodes(context, tx, accountId)
}

export async function useRecoveryCode(context: IdentityContext, tx: Transaction, accountId: string, code: string): Promise<boolean> {
  const now = context.clock.now()
  if (!(await markRecoveryCodeUsed(tx, accountId, hashOf(context, accountId, code), now))) return false
  const account = await findAccount(tx, accountId)
  const { recoveryCodesLeft } = await findOwnFactors(tx, accountId)
  if (!account) return false
  const values = { left: String(recoveryCodesLeft), when: formatDateTime(now) }
  await sendSecurityNotice(context, tx, { account, kind: 'identity.recovery_code_used', values })
  await context.outbox.emit(tx, 'identity.account_changed', { accountId, change: 'factors' })
  return true
}
