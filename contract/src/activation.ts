/**
 * Activation page of the sign-up mail (ID-01): proves control of the mailbox and the password of one sign-up. Part of module `identity`.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { AccessToken } from './identity.ts'

export const ACTIVATION_PATH = '/users/activate'

const Token = z.string().max(100)
const Password = z.string().max(1024)

export const activation = {
  activate: endpoint({
    method: 'POST',
    path: '/api/activate',
    role: 'PUBLIC',
    summary:
      'Activate the account with the token of the link `/users/activate/:token` and the password of its sign-up; once, within 24 hours. Signs in as `/api/sign-in` does',
    body: z.object({ token: Token, password: Password }),
    response: AccessToken,
    errors: [
      'identity.activation_expired',
      'identity.activation_password_wrong',
      'identity.account_suspended',
      'identity.too_many_attempts',
    ],
  }),
  activateWithNewPassword: endpoint({
    method: 'POST',
    path: '/api/activate/new-password',
    role: 'PUBLIC',
    summary:
      'Activate the account with the token of the link and a password chosen now, by who has the mailbox and not the password. The e-mail is asked for, so that no link leads into the account of another mailbox',
    body: z.object({ token: Token, email: z.string().max(254), password: Password, termsAccepted: z.boolean() }),
    response: AccessToken,
    errors: [
      'identity.activation_expired',
      'identity.activation_email_wrong',
      'identity.password_too_short',
      'identity.password_too_long',
      'identity.password_too_common',
      'identity.terms_not_accepted',
      'identity.account_suspended',
      'identity.too_many_attempts',
    ],
  }),
}
