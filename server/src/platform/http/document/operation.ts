/** Description of one call in the published document, except its schemas. */
import { ALLOWANCES } from '@tunjo/contract/allowances'
import { MODULES } from '@tunjo/contract/document'
import type { Endpoint } from '@tunjo/contract/endpoint'
import { OPEN_ROLES } from '../guards/authorize.ts'
import { refusalsOf } from './refusals.ts'

const TOO_MANY = 429

interface Place {
  readonly module: string
  readonly contract: string
}
const PLACES: ReadonlyMap<Endpoint, Place> = new Map(
  Object.entries(MODULES).flatMap(([module, { contracts }]) =>
    Object.entries(contracts).flatMap(([contract, calls]) =>
      Object.values(calls).map((endpoint) => [endpoint, { module, contract }] as const),
    ),
  ),
)

/** A call without a module, as in tests, is placed by its path. */
export function placeOf(endpoint: Endpoint): Place {
  const first = endpoint.path.split('/')[1] ?? ''
  return PLACES.get(endpoint) ?? { module: first, contract: first }
}

export function describeOperation(name: string, endpoint: Endpoint) {
  const { module, contract } = placeOf(endpoint)
  return {
    operationId: `${contract}.${name}`,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [module],
    security: OPEN_ROLES.has(endpoint.role) ? [] : [{ bearer: [] }],
    'x-role': endpoint.role,
    ...(endpoint.permission ? { 'x-permission': endpoint.permission } : {}),
    ...(endpoint.allowance ? { 'x-allowance': { name: endpoint.allowance, ...ALLOWANCES[endpoint.allowance] } } : {}),
    ...(endpoint.role === 'DEMO' ? { hide: true } : {}),
  }
}

const WHO: Readonly<Record<Endpoint['role'], string>> = {
  PUBLIC: 'Open to everybody.',
  SIGNED_IN: 'For whoever is signed in.',
  ROLE_USER: 'For customers.',
  ROLE_ADMIN: 'For officers',
  MACHINE: 'For a machine that proves itself by the signature of what it sends.',
  DEMO: 'In the demo profile only.',
}

function descriptionOf({ role, permission, owner, stepUp, approval, money, idempotent }: Endpoint): string {
  const said = [permission ? `${WHO[role]} with the permission \`${permission}\`.` : WHO[role]]
  if (owner) said.push(`\`${owner}\` is the caller's own account id.`)
  if (stepUp)
    said.push(`Approved first by \`/api/step-up\`; the approval is bound to ${stepUp.binds.map((name) => `\`${name}\``).join(', ')}.`)
  if (approval) said.push('When the facts ask for a second officer it answers 202: proposed, and nothing is done until they approve.')
  if (approval) said.push('With an `Idempotency-Key`, a repeat of what waits answers the request that the first call made.')
  else if (idempotent) said.push('With an `Idempotency-Key`, a repeat answers what the first call did.')
  if (money) said.push('Moves money: send an `Idempotency-Key`.')
  return said.join(' ')
}

/** Headers that guards ask for. Fastify does not validate them: each guard has a separate refusal. */
export const guardHeadersOf = ({ stepUp, money, idempotent }: Endpoint) => [
  ...(stepUp ? [{ $ref: '#/components/parameters/StepUpGrant' }] : []),
  ...(money || idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
]

/** One named refusal; its codes are in the description for people and in `x-refusals` for programs. */
export function describeRefusals(endpoint: Endpoint) {
  const refusals = [...refusalsOf(endpoint)]
  const responses = refusals.map(([status, codes]): [status: number, refusal: object] => [
    status,
    { $ref: `#/components/responses/${status === TOO_MANY ? 'TooMany' : 'Refusal'}`, description: codes.join(', ') },
  ])
  return { 'x-refusals': Object.fromEntries(refusals), responses: Object.fromEntries(responses) }
}
