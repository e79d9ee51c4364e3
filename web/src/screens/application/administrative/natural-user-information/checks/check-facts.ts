/** Facts of a background check as plain values: progress, and the conclusive part of its result. */
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import type { StatusKind } from '../../../../../ui/status-badge.tsx'

export interface SourcesCount {
  readonly answered: number
  readonly failed: number
  readonly total: number
}
export function countSources({ sources }: Pick<BackgroundCheck, 'sources'>): SourcesCount {
  const count = (wanted: string) => sources.filter(({ state }) => state === wanted).length
  return { answered: count('answered'), failed: count('failed'), total: sources.length }
}
export const failedNames = ({ sources }: Pick<BackgroundCheck, 'sources'>): string[] =>
  sources.filter(({ state }) => state === 'failed').map(({ name }) => name)

type Result = NonNullable<BackgroundCheck['result']>
export type ReportedValue = 'No' | 'Bajo' | 'Medio' | 'Alto' | 'Si' | 'unknown' | 'atLeastBajo' | 'atLeastMedio'
interface SaidOf {
  readonly background: ReportedValue
  readonly listed: ReportedValue
  readonly pep: ReportedValue
}

/** For an incomplete result, report findings only: their absence is not conclusive. */
export function reportedValues({ background, gravest, listed, pep }: Result): SaidOf {
  return { background: background ?? AT_LEAST[gravest], listed: listed ?? 'unknown', pep: pep ?? 'unknown' }
}
const AT_LEAST = { No: 'unknown', Bajo: 'atLeastBajo', Medio: 'atLeastMedio', Alto: 'Alto' } as const

export const REPORTED_VALUE_KIND: Readonly<Record<ReportedValue, StatusKind>> = {
  No: 'done',
  Bajo: 'neutral',
  Medio: 'waiting',
  Alto: 'failed',
  Si: 'failed',
  unknown: 'neutral',
  atLeastBajo: 'waiting',
  atLeastMedio: 'waiting',
}

/** True when every source answered, about the right person, without findings. */
export const isClean = ({ background, listed, pep, isComplete, isValidated }: Result): boolean =>
  isComplete && background === 'No' && listed === 'No' && pep === 'No' && isValidated !== false

/** For a check that the server has not started: the estimated duration of any check. */
const ESTIMATE_MS = 59_000

/** Whole seconds until the expected report, counted from the opening while the check has not started; zero when the time has passed. */
export function secondsUntil(expectedAt: string | null, openedMs: number, nowMs: number): number {
  const until = expectedAt === null ? openedMs + ESTIMATE_MS : Date.parse(expectedAt)
  return Math.max(0, Math.ceil((until - nowMs) / 1_000))
}

/** State word shown to the officer. */
export type CheckStateLabel =
  | 'none'
  | 'away'
  | 'queued'
  | 'launched'
  | 'running'
  | 'retrying'
  | 'failed_sources'
  | 'finished'
  | 'expired'
  | 'lost'
  | 'refused'
export function wordOf(check: BackgroundCheck | null): CheckStateLabel {
  if (!check) return 'none'
  if (check.isProviderAway && check.state !== 'lost') return 'away'
  if (check.isExpired && check.result) return 'expired'
  return check.state
}
export const WORD_KIND: Readonly<Record<CheckStateLabel, StatusKind>> = {
  none: 'neutral',
  away: 'waiting',
  queued: 'waiting',
  launched: 'waiting',
  running: 'waiting',
  retrying: 'waiting',
  failed_sources: 'failed',
  finished: 'done',
  expired: 'neutral',
  lost: 'failed',
  refused: 'failed',
}
