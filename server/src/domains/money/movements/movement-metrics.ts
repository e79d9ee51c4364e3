/** Metrics for alerts: certificates that were refused because the ledger does not add up. Each has its rules beside it. */
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import { countMismatches } from './documents/document-store.ts'
import type { MovementsContext } from './types.ts'

const MEASURES = declareMeasures('movements', {
  certificate_mismatches: {
    help: 'Yearly certificates of 24 hours that were refused because their figures do not add up',
    rules: [
      {
        alert: 'CertificateMismatch',
        when: '> 0',
        severity: 'page',
        summary: 'A yearly certificate was refused: the figures of the ledger do not add up',
      },
    ],
  },
})

const DAY_MS = 24 * 3_600_000

export const movementMetrics = ({ db, clock }: Pick<MovementsContext, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
  read: async () => ({ certificate_mismatches: await countMismatches(db, new Date(clock.now().getTime() - DAY_MS)) }),
})
