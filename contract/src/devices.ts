/** Sign-ins, sessions, devices and the links of the new-location mail (ID-05, ID-06). Part of the module `identity`. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const CONFIRM_LOCATION_PATH = '/users/confirm-location'
export const DENY_LOCATION_PATH = '/users/deny-location'

export const SIGN_IN_RESULTS = ['entered', 'wrong_password', 'wrong_factor', 'refused'] as const
export const DEVICE_KINDS = ['desktop', 'mobile', 'tablet', 'other'] as const

/** One sign-in attempt, successful or not. */
export const SignInRow = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  ip: z.string(),
  /** Display name: `Bogotá, Colombia`; `Red local` for a private address. */
  place: z.string(),
  country: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2' }),
  /** `Windows 11`, `Android 15`. */
  system: z.string(),
  deviceKind: z.enum(DEVICE_KINDS),
  browser: z.string(),
  result: z.enum(SIGN_IN_RESULTS),
  /** The session it opened; null when it opened none. */
  session: z.object({ id: z.uuid(), live: z.boolean(), current: z.boolean() }).nullable(),
})
export type SignInRow = z.infer<typeof SignInRow>

export const SIGN_IN_SORTS = ['at', 'ip', 'place', 'system', 'deviceKind'] as const
/** Filters, sort and page shared by sign-in lists. Instants are ISO 8601. */
export const SignInFilters = z.object({
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  result: z.enum(SIGN_IN_RESULTS).optional(),
  deviceKind: z.enum(DEVICE_KINDS).optional(),
  /** Part of address, place, system or browser; ignores accents and case. */
  text: z.string().max(100).optional(),
  sort: z.enum(SIGN_IN_SORTS).default('at'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
const wholeNumber = (minimum: number, maximum: number, initial: number) =>
  z.coerce.number().int().min(minimum).max(maximum).default(initial)
export const PageQuery = z.object({ pageIndex: wholeNumber(0, 10_000, 0), size: wholeNumber(1, 100, 10) })

export const Session = z.object({
  id: z.uuid(),
  current: z.boolean(),
  startedAt: z.iso.datetime(),
  activeAt: z.iso.datetime(),
  ip: z.string(),
  place: z.string(),
  system: z.string(),
  deviceKind: z.enum(DEVICE_KINDS),
  browser: z.string(),
})
export type Session = z.infer<typeof Session>

export const Device = z.object({
  id: z.uuid(),
  system: z.string(),
  deviceKind: z.enum(DEVICE_KINDS),
  browser: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  state: z.enum(['known', 'unconfirmed', 'blocked']),
  current: z.boolean(),
})
export type Device = z.infer<typeof Device>

const Id = z.object({ id: z.string().max(64) })
const LinkToken = z.object({ id: z.string().max(100).meta({ description: 'Token of the link' }) })
const done = z.object({ done: z.literal(true) })

const confirmLocation = <const M extends 'GET' | 'POST'>(method: M) =>
  ({
    method,
    path: '/api/non-suspicious-ip',
    role: 'PUBLIC',
    response: done,
    errors: ['identity.location_link_expired'],
  }) as const
const denyLocation = <const M extends 'GET' | 'POST'>(method: M) =>
  ({ method, path: '/api/suspicious-ip', role: 'PUBLIC', response: done, errors: ['identity.deny_link_expired'] }) as const

export const devices = {
  confirmLocationByGet: endpoint({
    ...confirmLocation('GET'),
    summary:
      "As specified, for a call of the product's page (fetch metadata) or with a bearer token: merely opening the link consumes nothing. The screens use the POST",
    query: LinkToken,
  }),
  confirmLocation: endpoint({
    ...confirmLocation('POST'),
    summary: 'The sign-in was the person: device and place are known from now on; once, within 10 minutes',
    body: LinkToken,
  }),
  denyLocationByGet: endpoint({
    ...denyLocation('GET'),
    summary:
      "As specified, for a call of the product's page (fetch metadata) or with a bearer token: merely opening the link consumes nothing. The screens use the POST",
    query: LinkToken,
  }),
  denyLocation: endpoint({
    ...denyLocation('POST'),
    summary:
      "Report a sign-in as not one's own: ends the session, blocks the device, holds withdrawals 24 hours, forces a password reset; once, within 24 hours",
    body: LinkToken,
  }),
  signIns: endpoint({
    method: 'GET',
    path: '/api/sign-ins',
    role: 'SIGNED_IN',
    summary: "The caller's sign-ins",
    query: SignInFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(SignInRow), total: z.int(), pagesNumber: z.int() }),
    errors: ['request.invalid'],
  }),
  signInsCsv: endpoint({
    method: 'GET',
    path: '/api/sign-ins/csv',
    role: 'SIGNED_IN',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows',
    query: SignInFilters,
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    role: 'SIGNED_IN',
    summary: 'Live sessions of the caller',
    response: z.array(Session),
    errors: [],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:id',
    role: 'SIGNED_IN',
    summary: 'End one session',
    params: Id,
    response: done,
    errors: ['request.not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/sessions/end-others',
    role: 'SIGNED_IN',
    summary: 'End every session but this one',
    response: z.object({ ended: z.int() }),
    errors: [],
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/devices',
    role: 'SIGNED_IN',
    summary: 'Devices that signed in to the account',
    response: z.array(Device),
    errors: [],
  }),
  forgetDevice: endpoint({
    method: 'DELETE',
    path: '/api/devices/:id',
    role: 'SIGNED_IN',
    summary: 'Remove a device: neither known nor blocked any more; its next sign-in is announced by mail',
    stepUp: { binds: ['params.id'] },
    params: Id,
    response: done,
    errors: ['request.not_found'],
  }),
}
