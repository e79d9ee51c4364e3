/** Retention of notices: one year. Their subjects are in the histories for longer. */
import type { Platform } from '../../../../platform/module.ts'
import { deleteNoticesBefore } from './store.ts'

const DAY_MS = 86_400_000
const KEEP_DAYS = 365
const ROWS_AT_ONCE = 5_000
/** More than are written in a day. */
const ROUNDS_MAX = 400

export function scheduleNoticePurge({ db, clock, jobs }: Pick<Platform, 'db' | 'clock' | 'jobs'>): void {
  jobs.schedule({
    name: 'notifications.forget_old_notices',
    everyMs: DAY_MS,
    async run() {
      const before = new Date(clock.now().getTime() - KEEP_DAYS * DAY_MS)
      // In small transactions, so that no job waits for a large one.
      for (let round = 0; round < ROUNDS_MAX; round++) if ((await deleteNoticesBefore(db, before, ROWS_AT_ONCE)) < ROWS_AT_ONCE) return
    },
  })
}
