/** Tab of token withdrawals: their queue, found transactions, and the switch that pauses all withdrawals. */
import { useQuery } from '@tanstack/react-query'
import { foundTransactionsQuery } from '../../../../api/found-transactions.ts'
import { LoadingGate } from '../../../../parts/loading-gate.tsx'
import { FoundTransactions } from './found-transactions.tsx'
import { PAGE_SIZE } from './paged-card.tsx'
import { TokenSwitch } from './token-switch.tsx'
import { WithdrawalQueue } from './withdrawal-queue.tsx'
import classes from './withdrawals.module.css'

/** Approximate heights of the queue and of the cards below it, in pixels. */
const PLACES = [420, 200, 200]

export function TokenWithdrawalsTab() {
  // Before the queue while one of them waits: the asset is paused until each is booked. Those that wait are on the first page.
  const first = useQuery(foundTransactionsQuery({ pageIndex: 0, size: PAGE_SIZE })).data
  const isFoundFirst = first?.results.some(({ waits }) => waits !== 'booked') ?? false
  return (
    <LoadingGate heights={PLACES}>
      <div className={classes.cards}>
        {isFoundFirst && <FoundTransactions />}
        <div>
          <WithdrawalQueue rail="token" />
        </div>
        <TokenSwitch />
        {!isFoundFirst && <FoundTransactions />}
      </div>
    </LoadingGate>
  )
}
