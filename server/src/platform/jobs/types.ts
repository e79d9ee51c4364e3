/** Types of jobs: handlers, schedules and pollers. */

import type { Connection, Transaction } from '../database/database.ts'
import type { Gauges } from '../observability/gauges.ts'
import type { Log } from '../observability/log.ts'
import type { ProcessRole } from '../process/process-roles.ts'
import type { Wakeups } from './wakeups.ts'

/** Outcome of a handler that is no failure: run again later. */
export interface Reschedule {
  againInMs: number
}
export interface JobHandler {
  readonly name: string
  /** Role of the processes that run it. Default `worker`; only what needs keys is for the `signer`. */
  readonly role?: Extract<ProcessRole, 'worker' | 'signer'>
  /** Handlers that wait for the same outside party. When it hangs they fill the places of their lane only. */
  readonly lane?: string
  /**
   * Maximum running concurrently on a process, with all others of its lane. Default 8; fewer for handlers that hold connections for long.
   */
  readonly places?: number
  /**
   * Failed attempts before the job is dead and an operator is notified. Default 30, which is about two hours.
   * `Infinity`: retried without limit, for work that money waits for.
   */
  readonly maxAttempts?: number
  /** A job of a process that died is taken over after this; a live process renews it. Default 30 s. */
  readonly leaseMs?: number
  run(payload: unknown, job: RunningJob): Promise<Reschedule | undefined>
}
export interface RunningJob {
  readonly attempt: number
  readonly log: Log
  readonly lease: Lease
}
/**
 * Fencing: a process may be suspended past its lease (SIGSTOP, a frozen machine) and resume as if the job were still its own, while another
 * one did it.
 */
export interface Lease {
  /**
   * For an effect in the database: called in its transaction, before its locks. Until that transaction ends no other process takes the job
   * over.
   * @throws LeaseLost when another process has it
   */
  fence(tx: Transaction): Promise<void>
  /** For an effect outside, right before the call: false when this process was suspended so long that another may have made it. */
  isHeld(): boolean
}
/** Runs every `everyMs` on one of the processes. */
export interface Schedule {
  readonly name: string
  readonly everyMs: number
  run(context: { log: Log }): Promise<void>
}

export interface ScheduleAge {
  readonly name: string
  /** Since the start of this process for a schedule that never succeeded. */
  readonly ageSeconds: number
  readonly limitSeconds: number
}

/** Work whose rows are not in the job table. */
export interface Poller {
  readonly role: Extract<ProcessRole, 'worker' | 'signer'>
  /** Returns the work due now; it runs concurrently with the jobs, and the next poll does not wait for it. */
  pollOnce(): Promise<(() => Promise<void>)[]>
}

export interface EnqueueOptions {
  name: string
  key: string
  payload: unknown
  runAt?: Date
}

export interface Jobs {
  /** In the caller's transaction: the job exists exactly when the business row does. A known name and key changes nothing. */
  enqueue(tx: Connection, job: EnqueueOptions): Promise<void>
  handle(handler: JobHandler): void
  schedule(schedule: Schedule): void
  poll(poller: Poller): void
  /**
   * `worker` and `signer` run the jobs of their role, `scheduler` the schedules. All by default; `--roles` splits them. While wake-ups are
   * received polling is slow.
   */
  start(roles?: ReadonlySet<ProcessRole>, wakeups?: Wakeups): void
  /** Waits for running jobs. */
  stop(): Promise<void>
  /** Age of the last success of each schedule, and from which age on it is overdue. */
  scheduleAges(): Promise<readonly ScheduleAge[]>
  /** Gauges of overdue schedules. */
  readonly scheduleFigures: Gauges
  /** Runs due jobs until none is left; for tests. */
  drain(): Promise<void>
}
