/** Decisions about invitations on plain values. */
import { INVITATION_LIFE_HOURS, type InvitationState } from '@tunjo/contract/staff-invitations'
import type { Allowance } from '../../../../platform/rate-limit/rate-limit.ts'

const HOUR_MS = 60 * 60_000

/** Limit of one officer: a team does not grow faster. */
export const INVITE_ALLOWANCE: Allowance = { tries: 20, windowMs: HOUR_MS }
/** Limit of one mailbox, for any requester (R31). */
export const MAILBOX_ALLOWANCE: Allowance = { tries: 5, windowMs: HOUR_MS }
/** Links are 256 random bits and cannot be guessed; a network that tries many is limited nevertheless. */
export const LINK_ALLOWANCE: Allowance = { tries: 300, windowMs: 15 * 60_000 }

/** Sending it again cannot keep an approved invitation open without limit. */
const OPEN_MAX_MS = 7 * 24 * HOUR_MS

export const expiryOf = ({ invitedAt, sentAt }: { invitedAt: Date; sentAt: Date }): Date =>
  new Date(Math.min(sentAt.getTime() + INVITATION_LIFE_HOURS * HOUR_MS, invitedAt.getTime() + OPEN_MAX_MS))

/** State at this moment: it expires before the expiry is recorded. */
export const stateNow = ({ state, expiresAt }: { state: InvitationState; expiresAt: Date }, now: Date): InvitationState =>
  state === 'invited' && expiresAt <= now ? 'expired' : state
