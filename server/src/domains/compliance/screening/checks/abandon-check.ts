/** Abandon a check that does not finish: it becomes lost, and a retry falls back to what was known before. */
import { type Actor, move } from '../../../../platform/state-machine/index.ts'
import { lockCheck, NO_PROBLEM, updateCheck } from './check-store.ts'
import { checkAggregate } from './check-transitions.ts'
import { type CheckJobContext, withFencedLease } from './context.ts'
import type { CheckRow } from './types.ts'

const isLosable = ({ state }: CheckRow): boolean => state === 'queued' || state === 'launched' || state === 'running'

export async function abandonCheck(context: CheckJobContext, { id, round, jobId }: CheckRow, actor: Actor): Promise<undefined> {
  const { clock, outbox } = context
  await withFencedLease(context, async (tx) => {
    const check = await lockCheck(tx, id)
    if (!check || check.round !== round || check.jobId !== jobId) return
    const to = isLosable(check) ? 'lost' : check.state === 'retrying' ? 'failed_sources' : null
    if (to === null) return
    const at = clock.now()
    await move(tx, checkAggregate(outbox), check, { to, at, actor })
    await updateCheck(tx, id, { ...NO_PROBLEM, endedAt: at, retryAt: null })
  })
}
