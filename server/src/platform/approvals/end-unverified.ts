/**
 * End a request whose seal does not fit: damaged, or inserted by another database role (SEC-79). No call executes it, and it would
 * otherwise block its target permanently, since only one request of a kind is open for each.
 */
import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'
import { move, SYSTEM } from '../state-machine/index.ts'
import type { ApprovalsContext } from './context.ts'
import { REQUEST, recordStep } from './request-transitions.ts'
import { hasHistoryStart, type RequestRow } from './store.ts'

const OUTCOME = 'approvals.payload_changed'

/** The maker is not notified, since the row cannot prove who that is. */
export async function endUnverified(context: ApprovalsContext, tx: Transaction, request: RequestRow): Promise<void> {
  const { id, state } = request
  const { log, clock } = context
  if (state !== 'proposed') return
  log.error(
    { securityEvent: 'approval_payload_changed', approvalRequestId: id },
    'an approval request is not what was asked for: it expired',
  )
  const at = clock.now()
  await move(tx, REQUEST, request, {
    to: 'expired',
    at,
    actor: SYSTEM,
    note: OUTCOME,
    set: { decided_at: at, outcome: OUTCOME },
  })
  if (await hasHistoryStart(tx, id)) await releaseTarget(context, tx, request, at)
  await recordStep(context, tx, request, { action: 'approvals.expired', by: null, after: { state: 'expired', outcome: OUTCOME } })
}

/**
 * Release the thing as with any request that expires, when the row still names the thing of its target: no other request about it was open
 * meanwhile. A row that cannot be read, or a thing in another state, stays unchanged.
 */
async function releaseTarget({ kinds, log }: ApprovalsContext, tx: Transaction, { id, kind: name, params, target }: RequestRow, at: Date) {
  await sql`SAVEPOINT unproved_request`.execute(tx)
  try {
    const kind = kinds.get(name)
    const read = kind?.parse(params)
    if (kind && read !== undefined && kind.target(read) === target)
      await kind.follow?.(tx, read, { to: 'expired', by: null, note: null, at })
    await sql`RELEASE SAVEPOINT unproved_request`.execute(tx)
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT unproved_request`.execute(tx)
    log.error({ err: error, approvalRequestId: id }, 'the object of a damaged approval request could not be released')
  }
}
