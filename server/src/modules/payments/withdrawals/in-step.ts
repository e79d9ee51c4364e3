/** A step of a job that moves money: fenced, so that a process that slept past its lease does nothing of what another one did meanwhile. */
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import type { RunningJob } from '../../../platform/jobs.ts'
import type { PaymentsContext } from '../context.ts'

export type JobContext = PaymentsContext & Pick<RunningJob, 'lease'>

/** @throws LeaseLost */
export const inStep = <T>({ db, lease }: JobContext, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lease.fence(tx)
    return work(tx)
  })
