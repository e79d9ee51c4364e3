/** Rows of background checks and reports, and the summary of them for other modules. */
import type { CheckState } from '@tunjo/contract/background-checks'
import type { Gravity, SourceProgress } from '../provider/background-checks.ts'
import type { UnreachableCode } from '../provider/http.ts'
import type { RegisterFacts } from './registers.ts'

export interface CheckRow {
  readonly id: string
  readonly accountId: string
  readonly state: CheckState
  readonly launchedBy: string | null
  readonly subject: Buffer
  readonly isFresh: boolean
  readonly round: number
  readonly startedAt: Date
  readonly triedAt: Date | null
  readonly launchedAt: Date | null
  readonly endedAt: Date | null
  readonly jobId: string | null
  readonly reportId: string | null
  readonly isCached: boolean
  readonly isValidated: boolean | null
  readonly sources: readonly SourceProgress[]
  readonly failedSources: readonly string[]
  readonly gravest: Gravity | null
  readonly isListed: boolean | null
  readonly isPep: boolean | null
  readonly refusedFields: readonly string[]
  readonly retries: number
  readonly retryAt: Date | null
  readonly problem: UnreachableCode | null
  readonly problemSince: Date | null
  readonly problems: number
  /** Time and number of the answers that the provider does not know the job; null and 0 once it knows it. */
  readonly unknownSince: Date | null
  readonly unknownTimes: number
  /** Time at which two officers dismissed its findings as irrelevant. */
  readonly dismissedAt: Date | null
  readonly dismissReason: string | null
}
export interface ReportRow extends RegisterFacts {
  readonly id: string
  readonly checkId: string
  readonly accountId: string
  readonly reportId: string
  readonly sealed: Buffer
  readonly sha256: string
  readonly pdfFileId: string | null
  readonly receivedAt: Date
}

/** Null fields are unknown. */
export interface CheckSummary {
  readonly isInProgress: boolean
  /** Result of the newest check that has a report. */
  readonly result: {
    readonly gravest: Gravity
    readonly isComplete: boolean
    readonly isListed: boolean | null
  } | null
}
