/**
 * Account access actions of officers (ADM-15, Gestión de usuarios), for customers and staff. Blocking takes effect immediately.
 * Restoring access waits for a second officer. Extension of the specification. Only officers who may grant roles change officers' accounts.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { accountState } from './identity.ts'
import { OfficerReason } from './officer-reason.ts'

export const ACCESS_ACTIONS = ['block', 'unblock', 'freeze', 'end_sessions', 'reset_factors'] as const
const accessAction = z.enum(ACCESS_ACTIONS)
export type AccessAction = z.output<typeof accessAction>

export const AccountAccess = z.object({
  userId: z.uuid(),
  email: z.string(),
  isOfficer: z.boolean(),
  state: accountState,
  activatedAt: z.iso.datetime().nullable(),
  lastSignInAt: z.iso.datetime().nullable(),
  /** Set while the account is frozen: sign-in is refused until the password is reset by mail. */
  frozenAt: z.iso.datetime().nullable(),
  hasApp: z.boolean(),
  passkeys: z.int(),
  liveSessions: z.int(),
  withdrawalsHeldUntil: z.iso.datetime().nullable(),
  /** Whether the caller may change this account's access. */
  mayChange: z.boolean(),
  /** All events, newest first. */
  history: z.array(
    z.object({
      action: accessAction,
      at: z.iso.datetime(),
      officer: z.string(),
      /** Second officer who approved, for actions that need two. */
      second: z.string().nullable(),
      reason: z.string(),
    }),
  ),
})
export type AccountAccess = z.output<typeof AccountAccess>

const REFUSED = [
  'request.invalid', 'request.not_found', 'request.text_unseen', 'request.too_many', 'access.permission_missing', 'compliance.own_account',
  'request.reason_invalid', 'request.reason_too_long', 'compliance.account_closed', 'identity.step_up_required',
  'identity.step_up_invalid',
] as const // biome-ignore format: one list
const TWO_REFUSED = ['approvals.person_concerned', 'approvals.already_waiting'] as const
const params = z.object({ id: z.string().max(64) })
const change = {
  method: 'POST',
  role: 'ROLE_ADMIN',
  permission: 'users.manage',
  stepUp: { binds: ['params.id', 'body.reason'] },
  params,
  body: z.object({ reason: OfficerReason }),
  response: z.object({ done: z.literal(true) }),
} as const

export const accountAccess = {
  show: endpoint({
    method: 'GET',
    path: '/api/administrative/accounts/:id',
    role: 'ROLE_ADMIN',
    permission: 'users.read',
    audit: 'kyc.person_viewed',
    summary: 'How an account is entered: its state, factors and sessions, and what officers did about it',
    allowance: 'kyc-person',
    params,
    response: AccountAccess,
    errors: ['request.not_found', 'request.too_many', 'compliance.own_account'],
  }),
  block: endpoint({
    ...change,
    path: '/api/administrative/accounts/:id/block',
    audit: 'identity.state_changed',
    summary: 'Suspend an account immediately: its sessions end, sign-in is refused, no money of it moves; the person is notified',
    allowance: 'kyc-person',
    reason: true,
    errors: [...REFUSED, 'compliance.account_blocked', 'staff.administrators_too_few'],
  }),
  unblock: endpoint({
    ...change,
    path: '/api/administrative/accounts/:id/unblock',
    audit: 'identity.state_changed',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Let a suspended account in again. Always waits for a second officer: 202',
    allowance: 'kyc-person',
    reason: true,
    errors: [...REFUSED, ...TWO_REFUSED, 'compliance.account_not_blocked'],
  }),
  freeze: endpoint({
    ...change,
    path: '/api/administrative/accounts/:id/freeze',
    audit: 'identity.account_frozen',
    summary:
      'Freeze an account against an attacker, immediately: sessions end, withdrawals stop, and sign-in is refused until the password is reset by mail',
    allowance: 'kyc-person',
    reason: true,
    errors: [...REFUSED, 'compliance.account_blocked', 'staff.administrators_too_few'],
  }),
  endSessions: endpoint({
    ...change,
    path: '/api/administrative/accounts/:id/end-sessions',
    audit: 'identity.sessions_ended',
    summary: 'End every session of an account; the person may sign in again. At once',
    allowance: 'kyc-person',
    reason: true,
    errors: REFUSED,
  }),
  resetFactors: endpoint({
    ...change,
    path: '/api/administrative/accounts/:id/reset-factors',
    audit: 'identity.factors_removed',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Take every second factor away from a person who lost them and was seen by an officer; the password has to be reset too. Always waits for a second officer: 202',
    allowance: 'kyc-person',
    reason: true,
    errors: [...REFUSED, ...TWO_REFUSED, 'compliance.no_factors'],
  }),
}
