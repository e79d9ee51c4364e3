/** Shared context of the calls of officers about fees. */
import type { Approvals } from '../../../../platform/approvals/index.ts'
import type { TradingContext } from '../context.ts'

export interface FeeContext extends TradingContext {
  readonly approvals: Pick<Approvals, 'perform' | 'waitingTargets'>
  /** Empty for an unknown account. */
  readonly emailOf: (accountId: string) => Promise<string>
}
