/** Approval kind for a movement between the hot and the cold wallet: always two officers, never one alone. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { ASSET_CODES, ASSETS, type AssetCode, formatAsset, parseUnits } from '@tunjo/contract/money'
import { MOVEMENT_KINDS, type MovementState } from '@tunjo/contract/treasury'
import { type Address, getAddress } from 'viem'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../platform/approvals/index.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { failpoint } from '../../../platform/process/failpoint.ts'
import { coldSweepText } from '../blockchain/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from './approval-words.ts'
import type { TreasuryContext } from './context.ts'
import { beginMovement } from './move-movement.ts'
import { sweepableOf } from './rules.ts'
import { hasOpenMovement, insertMovement } from './store.ts'

export const MOVEMENT_APPROVAL = 'treasury.movement' satisfies ApprovalKindName
const Params = z.object({ kind: z.enum(MOVEMENT_KINDS), asset: z.enum(ASSET_CODES), amount: z.string() })
type Params = z.output<typeof Params>
const Facts = z.object({ coldAddress: z.string(), target: z.string() })
type Agreed = { id: string; state: MovementState }

export const movementApproval = (context: TreasuryContext): ApprovalKind<Params, Agreed> => ({
  permission: 'treasury.operate',
  // A transfer to the cold wallet can only be returned by hand.
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ kind, asset }) => `${kind} ${asset}`,
  subjectId: () => null,
  facts: (tx, params) => factsOf(context, tx, params),
  isNeeded: () => true,
  execute: (tx, params, execution) => agree(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ kind, asset, amount }, facts) {
    const { coldAddress, target } = Facts.parse(facts)
    return [
      { label: STORED_WORDS.movement, before: null, after: STORED_WORDS.movements[kind] },
      { label: STORED_WORDS.amount, before: null, after: `${amount} ${asset}` },
      { label: STORED_WORDS.coldWallet, before: null, after: coldAddress },
      { label: STORED_WORDS.target, before: null, after: `${target} ${asset}` },
    ]
  },
})

/**
 * Amount, address and target must stay as the maker saw them, or the request goes back. The wallet's balance may change while it suffices.
 */
async function factsOf(context: TreasuryContext, tx: Transaction, { kind, asset, amount }: Params) {
  const { blockchain, settings } = context
  const coldAddress = coldAddressOf(context)
  const target = settings.targets[asset]
  if (await hasOpenMovement(tx, { kind, asset })) refuse('treasury.movement_open')
  if (kind === 'sweep' && amountOf(asset, amount) > sweepableOf(await blockchain.reads.hotBalance(asset), { target }))
    refuse('treasury.not_above_target')
  return { kind, asset, amount, coldAddress: getAddress(coldAddress), target: formatAsset(asset, target) }
}

export const coldAddressOf = ({ blockchain }: Pick<TreasuryContext, 'blockchain'>): Address =>
  blockchain.deployment.coldWallet ?? refuse('treasury.no_cold_wallet')

export function amountOf(asset: AssetCode, text: string): bigint {
  const amount = parseUnits(text, ASSETS[asset].scale)
  return amount !== null && amount > 0n ? amount : refuse('treasury.amount_invalid')
}

async function agree(context: TreasuryContext, tx: Transaction, params: Params, execution: Execution): Promise<Agreed> {
  const { audit, clock, seals } = context
  const { makerId, checkerId, reason, requestId, actor } = execution
  if (checkerId === null) throw new Error('a movement of the treasury is agreed to by two')
  const { kind, asset } = params
  const id = newId()
  const coldAddress = coldAddressOf(context).toLowerCase() as Address
  const facts = { id, asset, amount: amountOf(asset, params.amount), coldAddress }
  const officers = { makerId, checkerId }
  const seal = seals.seal(coldSweepText(facts, officers))
  const movement = await insertMovement(tx, { ...facts, ...officers, kind, seal, reason, createdAt: clock.now() })
  await beginMovement(tx, movement)
  await audit.record(tx, {
    actor,
    action: 'treasury.movement_agreed',
    object: { type: 'treasury movement', id },
    after: { kind, asset, amount: params.amount, coldAddress, approvalRequestId: requestId, makerId, checkerId },
    reason,
  })
  failpoint('treasury.agreed')
  return { id, state: movement.state }
}
