/**
 * Retries the check of one operation immediately. It decides nothing: the provider, the chain and the rules decide, as at any other time.
 */
import type { StoppedKind } from '@tunjo/contract/stopped-operations'
import { validate as isUuid } from 'uuid'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { withoutSecrets } from '../../../../platform/observability/log.ts'
import type { StoppedContext } from './context.ts'

const MINUTE_MS = 60_000
/** Limit for one operation and for one officer. */
const ONE_A_MINUTE = { tries: 1, windowMs: MINUTE_MS }
const MANY_A_MINUTE = { tries: 20, windowMs: MINUTE_MS }

interface Asked {
  readonly kind: StoppedKind
  readonly id: string
  readonly officerId: string
  readonly actor: PersonActor
}

export async function retryStopped(
  { db, log, audit, rateLimit, sources }: StoppedContext,
  { kind, id, officerId, actor }: Asked,
): Promise<{ outcome: 'asked' | 'failed'; error: string | null }> {
  const source = sources.find((one) => one.kind === kind)
  if (!source || !isUuid(id) || !(await source.isOpen(id))) refuse('reconciliation.operation_ended')
  const buckets = [
    { kind: 'stopped-of-officer', key: officerId, allowance: MANY_A_MINUTE },
    { kind: 'stopped', key: `${kind} ${id.toLowerCase()}`, allowance: ONE_A_MINUTE },
  ]
  await rateLimit.take(buckets, 'request.too_many')
  await inTransaction(db, (tx) =>
    audit.record(tx, { actor, action: 'reconciliation.operation_retried', object: { type: kind, id: id.toLowerCase() } }),
  )
  try {
    await source.checkAgain(id.toLowerCase())
    return { outcome: 'asked', error: null }
  } catch (error) {
    log.warn({ err: error, kind, id }, 'a stopped operation was looked at again, and it came to nothing')
    return { outcome: 'failed', error: withoutSecrets(error instanceof Error ? error.message : String(error)) }
  }
}
