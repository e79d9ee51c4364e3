/** Company capital (ADM-15 Balance): contributions, withdrawals and transfers, proposed by one treasury officer and approved by another. */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES, type AssetCode, amountText, assetCode } from './money.ts'
import { OfficerReason } from './officer-reason.ts'

/** `in`: contribution. `out`: withdrawal. `transfer`: pesos move from the bank to the payout provider, and the total does not change. */
export const CAPITAL_MOVES = ['in', 'out', 'transfer'] as const
const capitalMove = z.enum(CAPITAL_MOVES)
export type CapitalMove = z.output<typeof capitalMove>

export const CAPITAL_PLACES = ['bank', 'collection', 'provider', 'hot-wallet', 'cold-wallet', 'pools'] as const
const capitalPlace = z.enum(CAPITAL_PLACES)
export type CapitalPlace = z.output<typeof capitalPlace>

const PESOS = ['COP'] as const
/**
 * Places that company capital enters or leaves. Tokens leave from the cold wallet alone, whose key people hold: the hot wallet's signer
 * never signs such a transfer. COPT does not leave; its pesos do. Movements of the collection account are posted line by line from the bank
 * statement, where two officers mark the lines that are capital (bank-statements.ts); booking them here would count them twice. Only the
 * balance before the first statement is booked here, by an operator.
 */
export const CAPITAL_ASSETS: Readonly<Record<CapitalMove, Readonly<Partial<Record<CapitalPlace, readonly AssetCode[]>>>>> = {
  in: { bank: PESOS, provider: PESOS, 'hot-wallet': ASSET_CODES, 'cold-wallet': ASSET_CODES, pools: PESOS },
  out: { bank: PESOS, provider: PESOS, 'cold-wallet': ASSET_CODES.filter((asset) => asset !== 'COP') },
  transfer: { provider: PESOS },
}

/** Reference in the bank's or the chain's records. */
export const CAPITAL_REFERENCE = { minimum: 3, maximum: 200 } as const

export const COMPANY_ACCOUNTS = ['house', 'float', 'market', 'network-fees', 'exchange-fees', 'gmf', 'provider-fees'] as const

export const CapitalMovement = z.object({
  id: z.uuid().meta({ description: 'Id of the ledger transfer' }),
  move: capitalMove,
  place: capitalPlace,
  asset: assetCode,
  amount: amountText,
  reference: z.string(),
  reason: z.string().nullable().meta({ description: 'Null of what an operator booked before there were customers' }),
  /** E-mails of the officers; for an operator's booking, the name they gave and null. */
  maker: z.string(),
  checker: z.string().nullable(),
  bookedAt: z.iso.datetime(),
  isSealed: z.boolean().meta({ description: 'Whether the row is as the product wrote it' }),
})
export type CapitalMovement = z.output<typeof CapitalMovement>

export const CompanyCapital = z.object({
  /** Company balances by ledger account; costs are negative. Only accounts with a posting. */
  accounts: z.array(z.object({ account: z.enum(COMPANY_ACCOUNTS), asset: assetCode, amount: amountText })),
  /** Maximum that may leave now, by asset. */
  available: z.array(z.object({ asset: assetCode, amount: amountText })),
  mayPropose: z.boolean(),
})
export type CompanyCapital = z.output<typeof CompanyCapital>

const ProposedCapital = z.object({
  move: capitalMove,
  place: capitalPlace,
  asset: assetCode,
  amount: z.string().max(40),
  reference: z.string().max(400),
  reason: OfficerReason,
})

const listed = { method: 'GET', role: 'ROLE_ADMIN', permission: 'treasury.read' } as const

export const capital = {
  house: endpoint({
    ...listed,
    path: '/reconciliation/administrative/capital/accounts',
    summary: 'Company capital: balances by ledger account, and the maximum that may leave',
    response: CompanyCapital,
    errors: ['ledger.unproved'],
  }),
  movements: endpoint({
    ...listed,
    path: '/reconciliation/administrative/capital',
    summary: 'Company capital movements, the newest first, with the officers who proposed and approved each',
    query: PageQuery,
    response: z.object({ results: z.array(CapitalMovement), total: z.int() }),
    errors: ['request.invalid'],
  }),
  propose: endpoint({
    method: 'POST',
    path: '/reconciliation/administrative/capital',
    role: 'ROLE_ADMIN',
    permission: 'treasury.operate',
    audit: 'reconciliation.capital_booked',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Propose a contribution, withdrawal or transfer of company capital: always waits for a second officer, 202',
    stepUp: { binds: ['body.move', 'body.place', 'body.asset', 'body.amount', 'body.reference', 'body.reason'] },
    reason: true,
    body: ProposedCapital,
    response: z.object({ id: z.uuid() }),
    errors: [
      'identity.step_up_required',
      'identity.step_up_invalid',
      'request.invalid',
      'request.text_unseen',
      'request.reason_invalid',
      'request.reason_too_long',
      'reconciliation.capital_place_invalid',
      'reconciliation.capital_amount_invalid',
      'reconciliation.capital_reference_invalid',
      'reconciliation.capital_reference_taken',
      'reconciliation.capital_in_statement',
      'reconciliation.capital_exceeded',
      'reconciliation.capital_paused',
      'ledger.unproved',
      'approvals.already_waiting',
    ],
  }),
}
