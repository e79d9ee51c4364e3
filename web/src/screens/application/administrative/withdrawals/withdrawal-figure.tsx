/** An amount of a withdrawal in its asset, and what it is worth. */
import { ASSETS, parseUnits } from '@tunjo/contract/money'
import type { WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import { Amount } from '../../../../ui/amount.tsx'

type Valued = Pick<WithdrawalInQueue, 'asset' | 'amount'>

export const unitsOf = ({ asset, amount }: Valued): bigint => parseUnits(amount, ASSETS[asset].scale) ?? 0n
/** In cents, when it was asked for. */
export const pesosOf = (withdrawal: WithdrawalInQueue): bigint => (withdrawal.rail === 'token' ? withdrawal.valueCop : unitsOf(withdrawal))
export const WithdrawalFigure = (withdrawal: Valued) => <Amount value={unitsOf(withdrawal)} asset={withdrawal.asset} />
