/**
 * Saved addresses of a customer (MON-07): the only destinations of token withdrawals. Additions to the specification are
 * marked "Extension".
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { plainLine } from './plain-text.ts'

/** The one network of the specification: ERC20. */
export const ERC20_NETWORK = 1
/** Maximum per customer. */
export const SAVED_ADDRESSES_MAX = 20

/** Accepted as text too, since forms send text. */
const network = z.union([z.literal(ERC20_NETWORK), z.literal(String(ERC20_NETWORK))]).meta({ type: 'integer' })

export const SavedAddress = z.object({
  id: z.string(),
  alias: z.string(),
  /** With its checksum (EIP-55). */
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  user_id: z.string(),
  network: z.literal(ERC20_NETWORK),
  /** Extension: end of the holding period of a new address; null when it can be used now. */
  heldUntil: z.iso.datetime().nullable(),
})
export type SavedAddress = z.output<typeof SavedAddress>

const ofUser = z.object({ userId: z.string().max(64) })

/** Reasons why an address is refused as a destination. */
export const ADDRESS_REFUSED = [
  'crypto.address_invalid',
  'crypto.address_checksum',
  'crypto.address_unusable',
  'crypto.address_token',
  'crypto.address_contract',
  'crypto.address_house',
  'crypto.address_own_deposit',
] as const

export const cryptoAddresses = {
  whitelist: endpoint({
    method: 'GET',
    path: '/blockchain/users/:userId/whitelist',
    role: 'ROLE_USER',
    owner: 'userId',
    summary: 'Saved withdrawal addresses of the caller, oldest first',
    params: ofUser,
    response: z.array(SavedAddress),
    errors: ['request.not_found'],
  }),
  saveAddress: endpoint({
    method: 'POST',
    path: '/blockchain/users/:userId/whitelist',
    role: 'ROLE_USER',
    owner: 'userId',
    summary: `Save a withdrawal address; at most ${SAVED_ADDRESSES_MAX}, each with its own alias. Nothing is sent to it for 24 hours (R9)`,
    stepUp: {
      binds: ['params.userId', 'body.address', 'body.alias'],
      unbound: {
        'body.user_id': 'ignored: the owner is the caller',
        'body.network': 'there is one',
        'body.acceptsLookalike': 'what it warns of stands in the approval',
      },
    },
    allowance: 'crypto-save-address',
    params: ofUser,
    body: z.object({
      address: z.string().max(80),
      alias: plainLine({ maximum: 40 }),
      network: network.default(ERC20_NETWORK),
      /** Accepted and ignored: the owner is the caller. */
      user_id: z.unknown().optional(),
      /** Extension: confirms saving an address that resembles another one (`crypto.address_lookalike`). */
      acceptsLookalike: z.boolean().default(false),
    }),
    response: SavedAddress,
    errors: [
      'request.invalid',
      'request.not_found',
      'request.text_unseen',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'limits.not_verified',
      'limits.blocked',
      // Used for a listed address too, so that the answer does not tip off the customer.
      'limits.in_review',
      'request.too_many',
      'identity.consent_needed',
      ...ADDRESS_REFUSED,
      'crypto.address_lookalike',
      'crypto.address_saved',
      'crypto.address_alias_taken',
      'crypto.address_limit',
    ],
  }),
  deleteAddress: endpoint({
    method: 'DELETE',
    path: '/blockchain/users/:userId/whitelist/:id',
    role: 'ROLE_USER',
    owner: 'userId',
    summary: 'Remove a saved address; past withdrawals keep showing it',
    params: ofUser.extend({ id: z.string().max(64) }),
    response: z.object({ id: z.string() }),
    errors: ['request.not_found', 'crypto.address_not_found', 'crypto.address_in_use'],
  }),
}
