/** Lease of a running job: renewed by heartbeat while its process lives, and the fence of its effects. */
import type { Database } from '../database/database.ts'
import type { Log } from '../observability/log.ts'
import { type LeasedJob, lockLeased, renewLease } from './job-store.ts'
import type { Lease } from './types.ts'

/** Another process has the job now: this one must not make its effects any more. */
export class LeaseLost extends Error {
  constructor() {
    super('the job was taken over by another process')
    this.name = 'LeaseLost'
  }
}

/** A handler that never ends must not keep its job without limit. */
const MAX_LEASES = 20

export interface HeldLease extends Lease {
  end(): void
}

/** `claimedAt`: a moment before the job was claimed. */
export function holdLease(
  { db, log }: { db: Database; log: Log },
  { held, leaseMs, claimedAt }: { held: LeasedJob; leaseMs: number; claimedAt: Moment },
): HeldLease {
  let renewedAt = claimedAt
  let isLost = false

  async function renew(): Promise<void> {
    if (msSince(claimedAt) > MAX_LEASES * leaseMs) return clearInterval(heartbeat)
    const askedAt = thisMoment()
    if (await renewLease(db, held, leaseMs)) renewedAt = askedAt
    else isLost = true
  }
  const heartbeat = setInterval(() => void renew().catch((err) => log.warn({ err }, 'lease not renewed')), leaseMs / 3)
  heartbeat.unref()

  return {
    async fence(tx) {
      if (!(await lockLeased(tx, held))) throw new LeaseLost()
    },
    isHeld: () => !isLost && msSince(renewedAt) < leaseMs,
    end: () => clearInterval(heartbeat),
  }
}

export interface Moment {
  readonly monotonicMs: number
  readonly wallMs: number
}
export const thisMoment = (): Moment => ({ monotonicMs: performance.now(), wallMs: Date.now() })
/** Elapsed time by the clock that advanced more: the monotonic one stops while a machine is suspended, the other may be set back. */
const msSince = ({ monotonicMs, wallMs }: Moment): number => Math.max(performance.now() - monotonicMs, Date.now() - wallMs)
