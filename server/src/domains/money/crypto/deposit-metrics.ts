/** Metrics for alerts: the scanner's lag, and deposits that wait for an action. Each has its rules beside it. */
import { sql } from 'kysely'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { CryptoContext } from './context.ts'
import { newestDecision } from './deposits/decision-store.ts'
import { listListed } from './deposits/deposit-store.ts'

const MEASURES = declareMeasures('token_deposits', {
  scanner_age_seconds: {
    help: 'Time since the scanner read a new block',
    rules: [
      {
        alert: 'ChainScannerOld',
        when: '> 300',
        severity: 'page',
        summary: 'No new block was read for {{ $value }} s: the scanner, the node or the chain has stopped',
      },
    ],
  },
  disputed: {
    help: 'Credited token deposits that the chain no longer has',
    rules: [
      { alert: 'TokenDepositDisputed', when: '> 0', severity: 'page', summary: 'The chain lost {{ $value }} credited token deposits' },
    ],
  },
  in_review: {
    help: 'Token deposits that wait for a limit or a price',
    rules: [
      {
        alert: 'TokenDepositsInReviewRise',
        expr: 'max without (instance) (delta(tunjo_token_deposits_in_review[6h]) > 0 and resets(tunjo_token_deposits_in_review[6h]) == 0)',
        severity: 'ticket',
        summary: 'Token deposits in review only increase',
      },
    ],
  },
  overdue: {
    help: 'Token deposits that were seen an hour ago and are not credited',
    rules: [
      {
        alert: 'TokenDepositOverdue',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} token deposits were not credited within an hour',
      },
    ],
  },
  sweeps_overdue: {
    help: 'Sweeps of deposit addresses without an end for an hour',
    rules: [
      {
        alert: 'DepositSweepOverdue',
        when: '> 0',
        severity: 'ticket',
        summary: '{{ $value }} sweeps of deposit addresses did not end within an hour',
      },
    ],
  },
  listed: {
    help: 'Token deposits from addresses of a list of sanctions that wait for two officers',
    rules: [
      {
        alert: 'TokenDepositListed',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} token deposits came from an address of a list of sanctions',
      },
    ],
  },
  unscreened: {
    help: 'Token deposits of 24 hours that were credited while no loaded list named an address',
    rules: [
      {
        alert: 'TokenDepositUnscreened',
        when: '> 0',
        severity: 'ticket',
        summary: '{{ $value }} token deposits were credited without a list of addresses',
      },
    ],
  },
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LISTED_MAX = 100

export const depositMetrics = ({ db, clock, ...sealed }: Pick<CryptoContext, 'db' | 'clock' | 'isNews' | 'log' | 'seals'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const now = clock.now().getTime()
    const [hourAgo, dayAgo] = [new Date(now - HOUR_MS), new Date(now - DAY_MS)]
    // Before the first block its age is the maximum.
    const scanned = await sql<{ age: number }>`SELECT extract(epoch FROM now() - coalesce(
      (SELECT read_at FROM crypto.block ORDER BY number DESC LIMIT 1), 'epoch'))::float8 AS age`.execute(db)
    const waiting = await sql<{ disputed: number; inReview: number; overdue: number }>`SELECT
      count(*) FILTER (WHERE state = 'DISPUTED')::int AS disputed,
      count(*) FILTER (WHERE state = 'IN_REVIEW')::int AS "inReview",
      count(*) FILTER (WHERE state = 'PENDING' AND created_at < ${hourAgo})::int AS overdue
      FROM crypto.deposit WHERE state IN ('PENDING', 'IN_REVIEW', 'DISPUTED')`.execute(db)
    const sweeps = await sql<{ open: number }>`SELECT count(*)::int AS open FROM crypto.sweep
      WHERE ended_at IS NULL AND created_at < ${hourAgo}`.execute(db)
    const unscreened = await sql<{ count: number }>`SELECT count(*)::int AS count FROM crypto.deposit
      WHERE state = 'COMPLETED' AND sanctions = 'no_list' AND updated_at > ${dayAgo}`.execute(db)
    const { rows: held } = await listListed(db, { offset: 0, size: LISTED_MAX })
    const decisions = await Promise.all(held.map((deposit) => newestDecision(sealed, db, deposit)))
    const [{ disputed, inReview, overdue } = { disputed: 0, inReview: 0, overdue: 0 }] = waiting.rows
    return {
      scanner_age_seconds: scanned.rows[0]?.age ?? 0,
      disputed,
      in_review: inReview,
      overdue,
      sweeps_overdue: sweeps.rows[0]?.open ?? 0,
      listed: decisions.filter((decided) => decided === null).length,
      unscreened: unscreened.rows[0]?.count ?? 0,
    }
  },
})
