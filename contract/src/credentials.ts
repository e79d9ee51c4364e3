/** Password, e-mail and closing of an account (ID-03, ID-09). Part of the module `identity`. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const RESET_PATH = '/users/reset-password'
export const EMAIL_CHANGE_PATH = '/users/confirm-email'
/** Page of the "No fui yo" links in mails. */
export const FREEZE_PATH = '/users/freeze'
/** Appeal page for a customer with a blocked account: with the token of a mail, or to request that mail. */
export const APPEAL_PATH = '/users/appeal'

const Email = z.string().max(254)
const Password = z.string().max(1024)
const Token = z.string().max(100)
const PASSWORD_REFUSED = ['identity.password_too_short', 'identity.password_too_long', 'identity.password_too_common'] as const

/** Both mailboxes confirm before the address changes. */
export const EmailChange = z.object({
  email: z.string(),
  confirmedByOld: z.boolean(),
  confirmedByNew: z.boolean(),
  expiresAt: z.iso.datetime(),
})
export type EmailChange = z.infer<typeof EmailChange>

export const HOLD_REASONS = [
  'password_changed',
  'email_changed',
  'factor_changed',
  'device_denied',
  'new_device',
  'account_frozen',
] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Links whose page has a form: the link is checked before the person fills it in. */
export const LINKS_WITH_FORM = ['password_reset', 'activation', 'lost_factor'] as const
export type LinkWithForm = (typeof LINKS_WITH_FORM)[number]

export const credentials = {
  checkLink: endpoint({
    method: 'POST',
    path: '/api/links/check',
    role: 'PUBLIC',
    summary:
      'Whether the link of a mail is valid; does not use it up and discloses nothing else. `false` for used, expired and unknown ones',
    body: z.object({ token: Token, purpose: z.enum(LINKS_WITH_FORM) }),
    response: z.object({ works: z.boolean() }),
    errors: ['identity.too_many_attempts'],
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/api/password/reset-request',
    role: 'PUBLIC',
    summary: 'Mail with a link to choose a new password; once, within 30 minutes. The answer is the same for unknown e-mails',
    body: z.object({ email: Email }),
    response: z.object({ mailSent: z.literal(true) }),
    errors: ['identity.email_invalid', 'identity.too_many_attempts'],
  }),
  requestAppeal: endpoint({
    method: 'POST',
    path: '/api/appeals/request',
    role: 'PUBLIC',
    summary:
      'Mail with a link to write to us about an account that is suspended or frozen. The answer is the same for every address; only such an account gets the mail',
    body: z.object({ email: Email }),
    response: z.object({ mailSent: z.literal(true) }),
    errors: ['identity.email_invalid', 'identity.too_many_attempts'],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/password/reset',
    role: 'PUBLIC',
    summary: 'New password with the token of the link; ends every session, lifts a freeze, holds withdrawals for 24 hours',
    body: z.object({ token: Token, password: Password }),
    response: z.object({ changed: z.literal(true) }),
    errors: ['identity.reset_expired', 'identity.too_many_attempts', ...PASSWORD_REFUSED],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/password',
    role: 'SIGNED_IN',
    summary: 'Change the password; ends the other sessions and holds withdrawals for 24 hours',
    stepUp: {
      binds: [],
      unbound: {
        'body.currentPassword': 'proves itself',
        'body.newPassword':
          'the grant keeps a quick hash of what is bound, which must not exist of a password; the present password is asked for in the same call',
      },
    },
    body: z.object({ currentPassword: Password, newPassword: Password }),
    response: z.object({ changed: z.literal(true) }),
    errors: ['identity.current_password_wrong', 'identity.password_same', 'identity.too_many_attempts', ...PASSWORD_REFUSED],
  }),
  emailChange: endpoint({
    method: 'GET',
    path: '/api/email-change',
    role: 'SIGNED_IN',
    summary: 'The pending change of e-mail, if there is one',
    response: z.object({ pending: EmailChange.nullable() }),
    errors: [],
  }),
  requestEmailChange: endpoint({
    method: 'POST',
    path: '/api/email-change',
    role: 'SIGNED_IN',
    summary: 'Ask for another e-mail: both mailboxes get a link, and the change is made when both were opened; 24 hours',
    stepUp: { binds: ['body.email'], unbound: { 'body.password': 'proves itself' } },
    body: z.object({ email: Email, password: Password }),
    response: z.object({ pending: EmailChange }),
    errors: ['identity.email_invalid', 'identity.email_same', 'identity.current_password_wrong', 'identity.too_many_attempts'],
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/api/email-change',
    role: 'SIGNED_IN',
    summary: 'Cancel the pending change of e-mail; its links become invalid',
    response: z.object({ pending: z.null() }),
    errors: [],
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/api/email-change/confirm',
    role: 'PUBLIC',
    summary:
      'The link of one of the two mailboxes. `changed` when it was the second: every session ends, withdrawals are held for 24 hours',
    body: z.object({ token: Token }),
    response: z.object({ state: z.enum(['waiting_for_other', 'changed']) }),
    errors: ['identity.email_change_expired'],
  }),
  freeze: endpoint({
    method: 'POST',
    path: '/api/freeze',
    role: 'PUBLIC',
    summary: 'The "No fui yo" link: ends every session, blocks the account until its password is reset by mail, undoes a change of e-mail',
    body: z.object({ token: Token }),
    response: z.object({ frozen: z.literal(true) }),
    errors: ['identity.freeze_expired'],
  }),
  hold: endpoint({
    method: 'GET',
    path: '/api/account/hold',
    role: 'SIGNED_IN',
    summary: 'Until when withdrawals wait, and why',
    response: z.object({ hold: z.object({ until: z.iso.datetime(), reason: z.enum(HOLD_REASONS) }).nullable() }),
    errors: [],
  }),
  changeProfile: endpoint({
    method: 'PUT',
    path: '/api/account/profile',
    role: 'SIGNED_IN',
    summary: 'Language of the notices',
    body: z.object({ langKey: z.enum(['es', 'en']) }),
    response: z.object({ langKey: z.enum(['es', 'en']) }),
    errors: [],
  }),
  closeAccount: endpoint({
    method: 'POST',
    path: '/api/account/close',
    role: 'SIGNED_IN',
    summary: 'Close the account permanently, once it holds no money and no operation is in flight',
    stepUp: { binds: [], unbound: { 'body.password': 'proves itself' } },
    body: z.object({ password: Password }),
    response: z.object({ closed: z.literal(true) }),
    errors: ['identity.current_password_wrong', 'identity.account_not_empty', 'identity.last_officer', 'identity.too_many_attempts'],
  }),
}
