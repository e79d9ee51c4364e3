/**
 * HTTP routes of token withdrawals for their owner, and the text that they read before approving one (ID-10): composed here, not by the
 * page.
 */

import { formatFigure } from '@tunjo/contract/amount-text'
import { cryptoWithdrawals as contract } from '@tunjo/contract/crypto-withdrawals'
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import type { Operation } from '../../../platform/database/idempotency.ts'
import type { StepUpDescription } from '../../../platform/http/guards/step-up.ts'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { formatDateTime } from '../../../platform/time/format-date.ts'
import { APPROVAL_WORDS } from './approval-words.ts'
import type { CryptoContext } from './context.ts'
import { readDestination } from './saved-addresses/save-address.ts'
import { listSavedAddresses } from './saved-addresses/saved-address-store.ts'
import { withdrawalIn } from './translate-reason.ts'
import { cancelWithdrawal } from './withdrawals/cancel-withdrawal.ts'
import { costOf, presentCost } from './withdrawals/network-cost.ts'
import { checkConfirmedFee } from './withdrawals/policy.ts'
import { pageOfMovements, presentWithdrawal } from './withdrawals/present-withdrawal.ts'
import { requestWithdrawal } from './withdrawals/request-withdrawal.ts'

interface Transfer {
  readonly amount: bigint
  readonly recipient: string
  readonly fee?: bigint | undefined
  readonly confirmed_fee?: bigint | undefined
}
interface TransferCall {
  readonly caller: { readonly accountId: string }
  readonly body: Transfer
}

export function withdrawalRoutes(context: CryptoContext): Route[] {
  const transfer =
    (asset: AssetCode) =>
    ({ caller, body, operation }: TransferCall & { operation: Operation }) => {
      const { amount, recipient, fee, confirmed_fee: confirmedFee } = body
      return requestWithdrawal(context, { owner: caller.accountId, operation, asset, amount, recipient, fee, confirmedFee })
    }
  const described =
    (asset: AssetCode) =>
    ({ caller, body, locale }: TransferCall & { locale: Locale }) =>
      describe(context, caller.accountId, asset, { ...body, locale })
  return implement(
    contract,
    {
      cost: ({ caller, query }) => presentCost(context, caller.accountId, query.asset, query.recipient),
      transferCOPT: transfer('COP'),
      transferUSDT: transfer('USDT'),
      transferBTC: transfer('BTC'),
      withdrawal: async ({ caller, params, http }) =>
        withdrawalIn(await presentWithdrawal(context, caller.accountId, params.id), localeOf(http)),
      cancelWithdrawal: async ({ caller, params, http }) =>
        withdrawalIn(await cancelWithdrawal(context, caller.accountId, params.id), localeOf(http)),
      withdrawals: ({ caller, query, http }) =>
        pageOfMovements(context, { accountId: caller.accountId, kinds: ['WITHDRAWAL'] }, { ...query, locale: localeOf(http) }),
    },
    { transferCOPT: described('COP'), transferUSDT: described('USDT'), transferBTC: described('BTC') },
  )
}

async function describe(
  context: CryptoContext,
  owner: string,
  asset: AssetCode,
  { amount, recipient, fee: shown, confirmed_fee: confirmed, locale }: Transfer & { locale: Locale },
): Promise<StepUpDescription> {
  const { db, limits } = context
  const { amount: amountLabel, networkFee, destination, step } = APPROVAL_WORDS[locale]
  const address = readDestination(context, owner, recipient)
  const saved = (await listSavedAddresses(db, owner)).find((row) => row.address === address.toLowerCase())
  if (!saved) refuse('crypto.address_not_found')
  // No code is requested for a withdrawal that will be refused.
  const holdUntil = await limits.withdrawalHoldUntil(db, owner)
  if (holdUntil) refuse('limits.withdrawals_on_hold', { until: formatDateTime(holdUntil) })
  const { fee: now, receiverId } = await costOf(context, asset, address)
  const figure = (units: bigint) => `${formatFigure(units, ASSETS[asset].scale)} ${asset}`
  // Without a given fee the current one is charged: the approved text must not name another.
  const agreed = receiverId ? 0n : (shown ?? confirmed)
  if (!receiverId) refuseIf(checkConfirmedFee({ asset, amount, fee: agreed ?? now, confirmed }))
  const feeText = agreed === undefined ? step.currentFee(figure(now)) : figure(agreed)
  const details = [
    { label: amountLabel, value: figure(amount) },
    { label: networkFee, value: feeText },
    { label: destination, value: `${saved.alias}: ${address}` },
    ...(receiverId ? [{ label: step.arrival, value: step.internal }] : []),
  ]
  return { title: step.withdraw, details }
}
