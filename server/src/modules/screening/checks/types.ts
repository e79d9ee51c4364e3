/** A background check and its reports as they are kept, and what they say to whoever sums a person up. */
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
  /** Since when, and how often, the provider said that it does not know the job; null and 0 once it knows it. */
  readonly unknownSince: Date | null
  readonly unknownTimes: number
  /** Two officers said that its findings say nothing about the person. */
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

/** Null: nobody knows. */
export interface CheckStanding {
  readonly isUnderWay: boolean
  /** Of the newest that has a report. */
  readonly result: {
    readonly gravest: Gravity
    readonly isComplete: boolean
    readonly isListed: boolean | null
  } | null
}
