/** Progress of a trade: steps for the timeline, word and colour for the table. */
import type { Trade, TradeState } from '@tunjo/contract/trading'
import type { StatusKind } from '../../../ui/status-badge.tsx'

export type StepName = 'held' | 'sent' | 'confirming' | 'settled' | 'refunded'
export interface Step {
  name: StepName
  state: 'done' | 'active' | 'next' | 'failed'
  at: Date | null
}

export function tradeSteps({ state, created_at, settled_at }: Pick<Trade, 'state' | 'created_at' | 'settled_at'>): Step[] {
  const endedAt = settled_at === null ? null : new Date(settled_at)
  const held: Step = { name: 'held', state: 'done', at: new Date(created_at) }
  if (state === 'refunded') return [held, { name: 'refunded', state: 'failed', at: endedAt }]
  const reached = { pending: 1, sent: 2, confirming: 2, settled: 4 }[state]
  const rest = (['sent', 'confirming', 'settled'] as const).map((name, index): Step => {
    const position = index + 1
    const at = name === 'settled' ? endedAt : null
    if (position < reached) return { name, state: 'done', at }
    return { name, state: position === reached ? 'active' : 'next', at }
  })
  return [held, ...rest]
}

export const STATE_KIND: Record<TradeState, StatusKind> = {
  pending: 'waiting',
  sent: 'waiting',
  confirming: 'waiting',
  settled: 'done',
  refunded: 'failed',
}
