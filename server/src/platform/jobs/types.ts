/** Jobs: what handlers, schedules and pollers are. */

import type { Connection, Transaction } from '../database.ts'
import type { Figures } from '../figures.ts'
import type { Log } from '../log.ts'
import type { ProcessRole } from '../process-roles.ts'
import type { Wakeups } from './wakeups.ts'

/** Not a failure: look again later. */
export interface Reschedule {
  againInMs: number
}
export interface JobHandler {
  readonly name: string
  /** The role of the processes that run it. Default `worker`; only what needs keys is for the `signer`. */
  readonly role?: Extract<ProcessRole, 'worker' | 'signer'>
  /** Handlers that wait for the same outside party. When it hangs they fill the places of their own lane, not those of others. */
  readonly lane?: string
  /** At once on a process, with all others of its lane. Default 8; fewer for what holds connections for long. */
  readonly places?: number
  /**
   * Attempts that threw before the job is set aside and an operator is told. Default 30, which is about two hours.
   * `Infinity`: tried for ever, for work that money waits for.
   */
  readonly maxAttempts?: number
  /** A job in the hands of a process that died is taken over after this; one that lives renews it. Default 30 s. */
  readonly leaseMs?: number
  run(payload: unknown, job: RunningJob): Promise<Reschedule | undefined>
}
export interface RunningJob {
  readonly attempt: number
  readonly log: Log
  readonly lease: Lease
}
/**
 * Fencing: a process may sleep past its lease (SIGSTOP, a frozen machine) and wake up believing that the job is still its own, while
 * another one did it.
 */
export interface Lease {
  /**
   * For an effect in the database: in its transaction, before its locks. Until that transaction ends nobody else takes the job over.
   * @throws LeaseLost when somebody has
   */
  fence(tx: Transaction): Promise<void>
  /** For an effect outside, right before the call: false when this process slept so long that somebody else may have made it. */
  isHeld(): boolean
}
/** Runs every `everyMs` on one of the processes. */
export interface Schedule {
  readonly name: string
  readonly everyMs: number
  run(context: { log: Log }): Promise<void>
}

/** Work that is found elsewhere than in the job table. */
export interface Poller {
  readonly role: Extract<ProcessRole, 'worker' | 'signer'>
  /** Answers what there is to do now; it runs beside the jobs, and the next look does not wait for it. */
  look(): Promise<(() => Promise<void>)[]>
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
   * `worker` and `signer` run the jobs of their role, `scheduler` what is periodic. All by default; `--roles` splits them. While wake-ups
   * are received polling is slow.
   */
  start(roles?: ReadonlySet<ProcessRole>, wakeups?: Wakeups): void
  /** Lets running jobs end. */
  stop(): Promise<void>
  /** Which schedules do not come to their end any more. */
  readonly scheduleFigures: Figures
  /** Runs due jobs until none is left; for tests. */
  drain(): Promise<void>
}
