/**
 * MFA reset for a person who lost every second factor and every recovery code: protected by a waiting period. Part of the module
 * `identity`.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const LOST_FACTOR_PATH = '/users/lost-factor'

export const lostFactor = {
  request: endpoint({
    method: 'POST',
    path: '/api/lost-factor',
    role: 'PUBLIC',
    summary: 'With the challenge of a right password: a link to the mailbox, to ask that the second factors be removed. Not for officers',
    body: z.object({ challenge: z.string().max(100) }),
    response: z.object({ mailSent: z.literal(true) }),
    errors: ['identity.second_factor_expired', 'identity.lost_factor_officer', 'identity.too_many_attempts'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/lost-factor/confirm',
    role: 'PUBLIC',
    summary:
      'The link of that mail, once: the factors are removed at `dueAt`, unless a sign-in with one or a cancellation by mail comes first. A pending request keeps its time',
    body: z.object({ token: z.string().max(100) }),
    response: z.object({ dueAt: z.iso.datetime() }),
    errors: ['identity.lost_factor_expired', 'identity.lost_factor_officer'],
  }),
}
