/** What a background check says, as plain values: how far it is, and what of its result may be said. */
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
export type Said = 'No' | 'Bajo' | 'Medio' | 'Alto' | 'Si' | 'unknown' | 'atLeastBajo' | 'atLeastMedio'
interface SaidOf {
  readonly background: Said
  readonly listed: Said
  readonly pep: Said
}

/** Of an incomplete result only what was found is said: nothing found says nothing. */
export function saidOf({ background, gravest, listed, pep }: Result): SaidOf {
  return { background: background ?? AT_LEAST[gravest], listed: listed ?? 'unknown', pep: pep ?? 'unknown' }
}
const AT_LEAST = { No: 'unknown', Bajo: 'atLeastBajo', Medio: 'atLeastMedio', Alto: 'Alto' } as const

export const SAID_KIND: Readonly<Record<Said, StatusKind>> = {
  No: 'done',
  Bajo: 'neutral',
  Medio: 'waiting',
  Alto: 'failed',
  Si: 'failed',
  unknown: 'neutral',
  atLeastBajo: 'waiting',
  atLeastMedio: 'waiting',
}

/** Everything answered, of the right person, and there is nothing. */
export const isClean = ({ background, listed, pep, isComplete, isValidated }: Result): boolean =>
  isComplete && background === 'No' && listed === 'No' && pep === 'No' && isValidated !== false

/** Of a check that the server has not begun yet: as long as each is estimated to take. */
const ESTIMATE_MS = 59_000

/** Whole seconds until a report is expected, counted from the moment of opening while the check has not begun; none when it is over. */
export function secondsUntil(expectedAt: string | null, openedMs: number, nowMs: number): number {
  const until = expectedAt === null ? openedMs + ESTIMATE_MS : Date.parse(expectedAt)
  return Math.max(0, Math.ceil((until - nowMs) / 1_000))
}

/** What the officer reads of where it stands. */
export type CheckWord =
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
export function wordOf(check: BackgroundCheck | null): CheckWord {
  if (!check) return 'none'
  if (check.isProviderAway && check.state !== 'lost') return 'away'
  if (check.isExpired && check.result) return 'expired'
  return check.state
}
export const WORD_KIND: Readonly<Record<CheckWord, StatusKind>> = {
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
