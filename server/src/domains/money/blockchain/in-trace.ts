/** Work on a chain operation in the trace of the call that decided it, in any process. */
import type { Database } from '../../../platform/database/database.ts'
import { isTracing, traced } from '../../../platform/tracing/traced.ts'
import { findIntent } from './store.ts'

export async function inTraceOf<T>(db: Database, name: string, operationId: string, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work()
  const intent = await findIntent(db, operationId)
  const attributes = { 'tunjo.operation_id': operationId, 'tunjo.operation_kind': intent?.kind ?? 'unknown' }
  return traced(name, { parent: intent?.traceparent ?? null, attributes }, work)
}
