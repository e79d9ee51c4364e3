/** Treasury movements between the hot and the cold wallet (ADM-15): proposed by one officer, approved by another, never automatic. */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { amountText, assetCode } from './money.ts'
import { OfficerReason } from './officer-reason.ts'

/** `sweep`: hot → cold, signed by the signer. `refill`: cold → hot, made outside the product and recognised on chain. */
export const MOVEMENT_KINDS = ['sweep', 'refill'] as const
const movementKind = z.enum(MOVEMENT_KINDS)
export type MovementKind = z.output<typeof movementKind>

export const MOVEMENT_STATES = ['APPROVED', 'SIGNING', 'SENT', 'CONFIRMED', 'FAILED', 'CANCELLED'] as const
const movementState = z.enum(MOVEMENT_STATES)
export type MovementState = z.output<typeof movementState>

/** Why a movement failed. */
export const MOVEMENT_FAILURES = ['not_above_target', 'refused', 'reverted'] as const
const movementFailure = z.enum(MOVEMENT_FAILURES)
export type MovementFailure = z.output<typeof movementFailure>

export const TreasuryMovement = z.object({
  id: z.uuid(),
  kind: movementKind,
  asset: assetCode,
  amount: amountText,
  state: movementState,
  failure: movementFailure.nullable(),
  /** E-mails of the officers. */
  maker: z.string(),
  checker: z.string(),
  reason: z.string(),
  transactionHash: z.string().nullable(),
  creationDate: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type TreasuryMovement = z.output<typeof TreasuryMovement>

export const TreasuryTarget = z.object({
  asset: assetCode,
  /** Target balance of the hot wallet, and the range without a notice. */
  target: amountText,
  low: amountText,
  high: amountText,
  hot: amountText,
  cold: amountText,
  /** Movement that restores the target; null inside the range. */
  suggestion: z.object({ kind: movementKind, amount: amountText }).nullable(),
  /** Maximum of a sweep now. */
  sweepable: amountText,
})
export type TreasuryTarget = z.output<typeof TreasuryTarget>

const ProposedMovement = z.object({ kind: movementKind, asset: assetCode, amount: z.string().max(40), reason: OfficerReason })
const CancelledMovement = z.object({ reason: OfficerReason })

const STEP_UP_REFUSED = ['identity.step_up_required', 'identity.step_up_invalid', 'request.invalid', 'request.text_unseen'] as const

export const treasury = {
  targets: endpoint({
    method: 'GET',
    path: '/treasury/administrative/targets',
    role: 'ROLE_ADMIN',
    permission: 'treasury.read',
    summary: 'Current and target balance of the hot wallet by asset, with the suggested movement',
    response: z.object({
      coldAddress: z.string().nullable(),
      hotAddress: z.string(),
      targets: z.array(TreasuryTarget),
      mayPropose: z.boolean().meta({ description: 'Whether the caller may propose and cancel movements' }),
      /** Transfers from the cold wallet without a request, in the last thirty days. */
      unasked: z.array(z.object({ asset: assetCode, amount: amountText, transactionHash: z.string(), at: z.iso.datetime() })),
    }),
    errors: ['blockchain.unavailable'],
  }),
  movements: endpoint({
    method: 'GET',
    path: '/treasury/administrative/movements',
    role: 'ROLE_ADMIN',
    permission: 'treasury.read',
    summary: 'Movements between the hot and the cold wallet that two officers agreed to, the newest first',
    query: PageQuery,
    response: z.object({ results: z.array(TreasuryMovement), total: z.int() }),
    errors: ['request.invalid'],
  }),
  proposeMovement: endpoint({
    method: 'POST',
    path: '/treasury/administrative/movements',
    role: 'ROLE_ADMIN',
    permission: 'treasury.operate',
    audit: 'treasury.movement_agreed',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Propose a sweep of the hot wallet or its refill: always waits for a second officer, 202',
    stepUp: { binds: ['body.kind', 'body.asset', 'body.amount', 'body.reason'] },
    body: ProposedMovement,
    response: z.object({ id: z.uuid(), state: movementState }),
    errors: [
      ...STEP_UP_REFUSED,
      'treasury.reason_invalid',
      'treasury.amount_invalid',
      'treasury.no_cold_wallet',
      'treasury.not_above_target',
      'treasury.movement_open',
      'blockchain.unavailable',
      'approvals.already_waiting',
    ],
  }),
  cancelRefill: endpoint({
    method: 'POST',
    path: '/treasury/administrative/movements/:id/cancel',
    role: 'ROLE_ADMIN',
    permission: 'treasury.operate',
    audit: 'treasury.refill_cancelled',
    summary: 'Give up a refill that has not arrived, with a reason',
    stepUp: { binds: ['params.id', 'body.reason'] },
    params: z.object({ id: z.string().max(64) }),
    body: CancelledMovement,
    response: z.object({ state: movementState }),
    errors: [...STEP_UP_REFUSED, 'treasury.reason_invalid', 'request.not_found', 'treasury.not_cancellable'],
  }),
}
