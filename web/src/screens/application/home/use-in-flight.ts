/** Operations in flight: peso movements of the bank, tokens waiting for confirmations, swaps. */
import { useQuery } from '@tanstack/react-query'
import type { FiatTransaction } from '@tunjo/contract/payments'
import { cryptoMovementsQuery, isOnItsWay } from '../../../api/crypto.ts'
import { pendingMovementsQuery } from '../../../api/payments.ts'
import { isOpen, tradesQuery } from '../../../api/trading.ts'
import { useAccount } from '../../../session.ts'

/** The newest rows are those that may still be in flight. */
const NEWEST = { pageIndex: 0, size: 4 } as const

interface InFlight {
  count: number
  /** Set when there is a single operation, and it is in pesos. */
  only: FiatTransaction | null
  /** Screen that shows its progress. */
  to: '/application/wallets' | '/application/trade'
}

export function useInFlight(): InFlight {
  const userId = useAccount()?.id ?? ''
  const { data: pesos } = useQuery(pendingMovementsQuery)
  const { data: tokens } = useQuery(cryptoMovementsQuery(userId, NEWEST))
  const { data: trades = [] } = useQuery(tradesQuery(1))
  const arriving = tokens?.results.filter(({ state }) => isOnItsWay(state)).length ?? 0
  const swapping = trades.filter(isOpen).length
  const moving = pesos?.total ?? 0
  const [first = null] = pesos?.results ?? []
  const count = moving + arriving + swapping
  return { count, only: count === 1 ? first : null, to: moving + arriving > 0 ? '/application/wallets' : '/application/trade' }
}
