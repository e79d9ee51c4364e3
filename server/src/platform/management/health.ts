/**
 * Readiness of a process. Only checks that another process of the same role may pass take a process that answers calls out of its load
 * balancer: its own connection of the database, its disk, its migrations, its stop. A frozen chain or an old price fails in every such
 * process at once: they are reported (`degraded`), since an installation without any process answers no call at all. To a process without
 * calls no traffic is directed, so that each of its checks answers 503, for the monitor that asks.
 */
import { declareMeasures, type Gauges } from '../observability/gauges.ts'
import type { HealthCheck, Measurement } from '../observability/health-check.ts'

const MEASURES = declareMeasures('ready', {
  '{check}': {
    name: 'ready',
    help: '1 while this check of readiness passes, else 0',
    ofProcess: true,
    isNew: true,
    rules: [
      {
        alert: 'ReadinessFailing',
        when: '== 0',
        for: '30s',
        severity: 'page',
        summary: 'The check {{ $labels.check }} of {{ $labels.instance }} fails',
      },
    ],
  },
})

/** A check that takes longer has failed: load balancers usually wait for a few seconds. */
const CHECK_WITHIN_MS = 2_000
/** Concurrent and frequent callers share one run of the checks, so that an outsider cannot load the database with them. */
const SHARED_FOR_MS = 1_000

interface CheckResult {
  readonly name: string
  readonly state: 'ok' | 'failing'
  readonly required: boolean
  readonly reason: string | null
  readonly measured: number | null
  readonly limit: number | null
}

interface Readiness {
  readonly status: 'ready' | 'degraded' | 'not_ready'
  readonly checks: readonly CheckResult[]
}

export interface Health {
  add(...checks: readonly HealthCheck[]): void
  /** Before it the process is not ready, whatever its checks find. */
  markStarted(): void
  /** From here on the process is not ready: it stops. */
  markDraining(): void
  isDraining(): boolean
  readiness(): Promise<Readiness>
  /** Whether each check passes. */
  readonly figures: Gauges
}

/** @param answersCalls whether a load balancer directs calls to this process */
export function createHealth({ answersCalls }: { answersCalls: boolean }): Health {
  const checks: HealthCheck[] = []
  const isRequired = ({ isOwn }: Pick<HealthCheck, 'isOwn'>): boolean => isOwn || !answersCalls
  let phase: Phase = 'starting'
  let shared: Promise<readonly CheckResult[]> | null = null

  function run(): Promise<readonly CheckResult[]> {
    if (shared) return shared
    shared = Promise.all(checks.map((check) => runCheck(check, isRequired(check)))).then((results) => results.flat())
    setTimeout(() => {
      shared = null
    }, SHARED_FOR_MS).unref()
    return shared
  }
  async function readiness(): Promise<Readiness> {
    const results = [processResult(phase), ...(await run())]
    const failing = results.filter(({ state }) => state === 'failing')
    const status = failing.some(({ required }) => required) ? 'not_ready' : failing.length > 0 ? 'degraded' : 'ready'
    return { status, checks: results }
  }
  return {
    add: (...added) => void checks.push(...added),
    markStarted() {
      if (phase === 'starting') phase = 'running'
    },
    markDraining() {
      phase = 'draining'
    },
    isDraining: () => phase === 'draining',
    readiness,
    figures: {
      measures: MEASURES,
      read: async () => Object.fromEntries((await readiness()).checks.map(({ name, state }) => [name, state === 'ok' ? 1 : 0])),
    },
  }
}

type Phase = 'starting' | 'running' | 'draining'
const PHASE_REASONS = { starting: 'The process has not started completely.', running: null, draining: 'The process is stopping.' }

const processResult = (phase: Phase): CheckResult => ({
  name: 'process',
  state: phase === 'running' ? 'ok' : 'failing',
  required: true,
  reason: PHASE_REASONS[phase],
  measured: null,
  limit: null,
})

async function runCheck(check: HealthCheck, required: boolean): Promise<CheckResult[]> {
  const measurements = await withinTime(check.read()).catch((error: unknown): readonly Measurement[] => [
    { isFine: false, reason: error instanceof TooSlow ? error.message : 'The check failed.' },
  ])
  return measurements.map(({ part, isFine, reason, measured, limit }) => ({
    name: part === undefined ? check.name : `${check.name}.${part}`,
    state: isFine ? 'ok' : 'failing',
    required,
    reason: isFine ? null : (reason ?? 'The limit is exceeded.'),
    measured: measured ?? null,
    limit: limit ?? null,
  }))
}

class TooSlow extends Error {
  constructor() {
    super(`No answer within ${CHECK_WITHIN_MS / 1_000} seconds.`)
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), CHECK_WITHIN_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
