/** Approval kind for a movement of platform capital: always two officers of treasury, never one alone. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { CAPITAL_MOVES, CAPITAL_PLACES } from '@tunjo/contract/capital'
import { ASSET_CODES } from '@tunjo/contract/money'
import * as z from 'zod'
import type { ApprovalKind } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { isInStatement } from '../../payments/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import { type CapitalContext, capitalId, postCapital, systemBalances } from './book-capital.ts'
import { capitalAmount, isPlaceOf, ownOf } from './places.ts'

export const CAPITAL_APPROVAL = 'reconciliation.capital' satisfies ApprovalKindName
const Params = z.object({
  move: z.enum(CAPITAL_MOVES),
  place: z.enum(CAPITAL_PLACES),
  asset: z.enum(ASSET_CODES),
  amount: z.string(),
  reference: z.string(),
})
export type CapitalParams = z.output<typeof Params>

export const capitalApproval = (context: CapitalContext): ApprovalKind<CapitalParams, { id: string }> => ({
  permission: 'treasury.operate',
  // Money that left the platform is not returned by a later review.
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ reference }) => capitalId(reference),
  subjectId: () => null,
  facts: (tx, params) => factsOf(context, tx, params),
  isNeeded: () => true,
  async execute(tx, params, { makerId, checkerId, reason, requestId, actor }) {
    if (checkerId === null) throw new Error('company capital is moved by two officers')
    const officers = { makerId, checkerId, operator: null }
    await postCapital(context, tx, { ...params, amount: amountOf(params), reason, ...officers, approvalRequestId: requestId, actor })
    return { id: capitalId(params.reference) }
  },
  words: APPROVAL_WORDS,
  changes: ({ move, place, asset, amount, reference }) => [
    { label: STORED_WORDS.movement, before: null, after: STORED_WORDS.moves[move] },
    { label: STORED_WORDS.place, before: null, after: STORED_WORDS.places[place] },
    { label: STORED_WORDS.amount, before: null, after: `${amount} ${asset}` },
    { label: STORED_WORDS.reference, before: null, after: reference },
  ],
})

/** Checked here so that no impossible request waits for approval; the posting decides, under the ledger's lock. */
async function factsOf({ ledger }: CapitalContext, tx: Transaction, params: CapitalParams): Promise<CapitalParams> {
  const { move, asset, reference } = params
  const amount = amountOf(params)
  if (await ledger.provedTransfer(capitalId(reference), tx)) refuse('reconciliation.capital_reference_taken')
  if (move === 'in' && asset === 'COP' && (await isInStatement(tx, amount, (name) => capitalId(name) === capitalId(reference))))
    refuse('reconciliation.capital_in_statement')
  if (move !== 'in' && (await ledger.freezes(tx)).some((freeze) => freeze.asset === asset)) refuse('reconciliation.capital_paused')
  if (move === 'out' && amount > ownOf(await systemBalances(ledger, tx), asset)) refuse('reconciliation.capital_exceeded')
  return params
}

/** @throws Refused when the place cannot hold such money, or the amount is invalid. */
export function amountOf({ move, place, asset, amount }: CapitalParams): bigint {
  if (!isPlaceOf(move, place, asset)) refuse('reconciliation.capital_place_invalid')
  return capitalAmount(asset, amount) ?? refuse('reconciliation.capital_amount_invalid')
}
