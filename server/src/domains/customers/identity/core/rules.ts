/** Decisions of identity on plain values. */
import { IDLE_LIFE_MINUTES, PASSWORD_LENGTH } from '@tunjo/contract/identity'
import { type Permission, permissionsOf, type StaffRole } from '@tunjo/contract/permissions'
import * as z from 'zod'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'
import type { Authority } from '../../../../platform/http/route.ts'
import type { PlatformSettings } from '../../../../platform/process/config.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

export const ACCESS_TOKEN_LIFE_MS = 5 * MINUTE_MS
export const IDLE_LIFE_MS = IDLE_LIFE_MINUTES * MINUTE_MS
export const ABSOLUTE_LIFE_MS = 12 * 60 * MINUTE_MS
/** Tabs that refresh at the same moment get the same successor instead of ending each other's session (R8). */
export const REUSE_GRACE_MS = 10 * SECOND_MS
export const ACTIVATION_LIFE_MS = 24 * 60 * MINUTE_MS
export const RESET_LINK_LIFE_MS = 30 * MINUTE_MS
export const LOST_FACTOR_LINK_LIFE_MS = 60 * MINUTE_MS
export const EMAIL_CHANGE_LIFE_MS = 24 * 60 * MINUTE_MS
/** Long, because a robbed person may read mail late. */
export const FREEZE_LINK_LIFE_MS = 7 * 24 * 60 * MINUTE_MS
/** Long, because it opens nothing but the conversation about the account, and only while that is shut. */
export const APPEAL_LINK_LIFE_MS = 90 * 24 * 60 * MINUTE_MS

export const PASSKEY_CHALLENGE_LIFE_MS = 5 * MINUTE_MS
export const LOGIN_CHALLENGE_LIFE_MS = 5 * MINUTE_MS
/** From the display of the secret to its first code. */
export const TOTP_PENDING_LIFE_MS = 30 * MINUTE_MS
export const STEP_UP_LIFE_MS = 10 * MINUTE_MS
/** Maximum for one approval, or for one challenge of a sign-in. */
export const FACTOR_TRIES_MAX = 5

const Email = z.email().max(254)

/** Null when it is no e-mail address. One spelling per mailbox, so that an e-mail is unique. */
export function normalizeEmail(text: string): string | null {
  const email = Email.safeParse(text.normalize('NFC').trim().toLowerCase())
  return email.success ? email.data : null
}

/** The same characters typed on another keyboard are the same password (NIST 800-63B). */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

/** Any characters; length counts what a person counts. `isCommon` knows the common passwords. */
export function checkPassword(password: string, email: string, isCommon: (password: string) => boolean): Refusal | null {
  const normalized = normalizePassword(password)
  const length = [...normalized].length
  if (length < PASSWORD_LENGTH.minimum) return refusal('identity.password_too_short', { minimum: PASSWORD_LENGTH.minimum })
  if (length > PASSWORD_LENGTH.maximum) return refusal('identity.password_too_long', { maximum: PASSWORD_LENGTH.maximum })
  const lower = normalized.toLowerCase()
  if (new Set(lower).size < 4 || isCommon(lower) || isDecorated(lower, isCommon) || resemblesEmail(lower, email))
    return refusal('identity.password_too_common')
  return null
}

/** `password2026!` is `password`. */
function isDecorated(password: string, isCommon: (password: string) => boolean): boolean {
  const core = password.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  return core === '' ? false : core.length >= 4 && isCommon(core)
}

const NAME_PARTS_MIN = 4
function resemblesEmail(password: string, email: string): boolean {
  const [name = ''] = email.split('@')
  const rest = password.replaceAll(email, '').replaceAll(name, '').replaceAll('tunjo', '')
  return name.length >= NAME_PARTS_MIN && password.includes(name) ? [...rest].length < PASSWORD_LENGTH.minimum - 2 : rest === ''
}

export interface SessionTimes {
  activeAt: Date
  expiresAt: Date
}

export const isSessionOver = ({ activeAt, expiresAt }: SessionTimes, now: Date): boolean =>
  now >= expiresAt || now.getTime() - activeAt.getTime() >= IDLE_LIFE_MS

/** `rotate` makes the successor; `repeat` answers it again to a parallel tab or after a lost answer; `reuse` is a stolen or replayed token. */
export type RefreshDecision = 'rotate' | 'repeat' | 'reuse' | 'over'

interface RefreshFacts {
  usedAt: Date | null
  endedAt: Date | null
  times: SessionTimes
  /** Whether the browser received the successor. Without it, the answer with the successor was lost and its owner has only this token. */
  isSuccessorReceived: boolean
}

export function decideRefresh({ usedAt, endedAt, times, isSuccessorReceived }: RefreshFacts, now: Date): RefreshDecision {
  if (endedAt || isSessionOver(times, now)) return 'over'
  if (!usedAt) return 'rotate'
  return now.getTime() - usedAt.getTime() <= REUSE_GRACE_MS || !isSuccessorReceived ? 'repeat' : 'reuse'
}

export interface FactorFacts {
  authorities: readonly Authority[]
  factorRequired: boolean
}

/** The demo's first officers sign in by password alone; invited officers do not. */
export const needsSecondFactor = ({ profile }: Pick<PlatformSettings, 'profile'>, { authorities, factorRequired }: FactorFacts): boolean =>
  authorities.includes('ROLE_ADMIN') && (profile !== 'demo' || factorRequired)

export interface RightsFacts extends FactorFacts {
  staffRoles: readonly StaffRole[]
  secondFactorAt: Date | null
}

export interface Rights {
  authorities: readonly Authority[]
  permissions: readonly Permission[]
  withheld: readonly Authority[]
}

/** An officer's password alone opens their own settings, where a factor can be added, and no data of other people. */
export function rightsOf(facts: RightsFacts, settings: Pick<PlatformSettings, 'profile'>): Rights {
  const { authorities, staffRoles, secondFactorAt } = facts
  if (secondFactorAt || !needsSecondFactor(settings, facts)) {
    const permissions = authorities.includes('ROLE_ADMIN') ? permissionsOf(staffRoles) : []
    return { authorities, permissions, withheld: [] }
  }
  return { authorities: authorities.filter((authority) => authority !== 'ROLE_ADMIN'), permissions: [], withheld: ['ROLE_ADMIN'] }
}

/** A page of another origin must not refresh or end a session, not even a sibling domain that SameSite allows. */
export function isForeignPage(secFetchSite: string | string[] | undefined): boolean {
  return secFetchSite !== undefined && secFetchSite !== 'same-origin' && secFetchSite !== 'none'
}
