/** Amount of a withdrawal in its asset, and its value. */
import { ASSETS, parseUnits } from '@tunjo/contract/money'
import type { WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import { Amount } from '../../../../ui/amount.tsx'

type Valued = Pick<WithdrawalInQueue, 'asset' | 'amount'>

export const unitsOf = ({ asset, amount }: Valued): bigint => parseUnits(amount, ASSETS[asset].scale) ?? 0n
/** In cents, at the time of the request. */
export const pesosOf = (withdrawal: WithdrawalInQueue): bigint => (withdrawal.rail === 'token' ? withdrawal.valueCop : unitsOf(withdrawal))
export const WithdrawalFigure = (withdrawal: Valued) => <Amount value={unitsOf(withdrawal)} asset={withdrawal.asset} />
