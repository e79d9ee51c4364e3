/**
 * A step of a job that moves money, fenced by its lease: a process that was paused past its lease repeats nothing that another process did
 * meanwhile.
 */
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import type { RunningJob } from '../../../../platform/jobs/jobs.ts'
import type { PaymentsContext } from '../context.ts'

export type JobContext = PaymentsContext & Pick<RunningJob, 'lease'>

/** @throws LeaseLost */
export const withFencedLease = <T>({ db, lease }: JobContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lease.fence(tx)
    return work(tx)
  })
