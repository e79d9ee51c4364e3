/** Metrics for alerts: certificates that were refused because the ledger does not add up. docs/operations.md defines when it is red. */
import type { Gauges } from '../../platform/gauges.ts'
import { countMismatches } from './documents/document-store.ts'
import type { MovementsContext } from './types.ts'

const DAY_MS = 24 * 3_600_000

export const movementMetrics = ({ db, clock }: Pick<MovementsContext, 'db' | 'clock'>): Gauges => ({
  name: 'movements',
  help: 'Yearly certificates of the last day that were refused because their figures do not add up',
  read: async () => ({ certificate_mismatches: await countMismatches(db, new Date(clock.now().getTime() - DAY_MS)) }),
})
