/** Intents of chain operations in use cases that run in groups: written with the business row that needs them, as `submitWithin` does. */
import { emitIn } from '../../../platform/events/in-groups.ts'
import { currentTraceparent } from '../../../platform/tracing/traced.ts'
import { inserted } from '../../../platform/unit-of-work/index.ts'
import type { ChainContext } from './context.ts'
import { requestOf } from './rules.ts'
import { INTENT_STATES } from './states.ts'
import type { IntentRow } from './store.ts'
import { checkSame } from './submit.ts'
import type { BlockchainInGroups, DecidedIntent } from './types.ts'

/** Without a clause for conflicts: an operation that another process decided meanwhile breaks the statement, and the next read finds it. */
const INTENTS_DECIDED = inserted<Omit<IntentRow, 'refused'>>('blockchain.intent', [
  ['operation_id', 'uuid', ({ operationId }) => operationId],
  ['wallet', 'text', ({ wallet }) => wallet],
  ['kind', 'text', ({ kind }) => kind],
  ['ref', 'uuid', ({ ref }) => ref],
  ['request', 'jsonb', ({ request }) => JSON.stringify(request)],
  ['state', 'text', ({ state }) => state],
  ['decided_at', 'timestamptz', ({ decidedAt }) => decidedAt],
  ['traceparent', 'text', ({ traceparent }) => traceparent ?? null],
])

export const blockchainInGroups = ({ chainId }: Pick<ChainContext['deployment'], 'chainId'>): BlockchainInGroups => ({
  decided: (operation) => ({
    text: `SELECT jsonb_build_object('wallet', wallet, 'kind', kind, 'ref', ref, 'request', request, 'state', state)
      FROM blockchain.intent WHERE operation_id = asked.${operation}`,
    read: (json) => json as DecidedIntent | null,
  }),
  kinds: [INTENTS_DECIDED],
  submit(work, decided, intent) {
    const { operationId, wallet, kind, ref } = intent
    const request = requestOf(intent, chainId)
    if (!decided) {
      const now = { state: INTENT_STATES.initial, decidedAt: work.now, traceparent: currentTraceparent() }
      work.add(INTENTS_DECIDED, { operationId, wallet, kind, ref, request, ...now })
      return
    }
    checkSame({ operationId, wallet, kind, ref, request }, decided)
    // Refused before it was requested: the caller has to be notified now.
    if (decided.state === 'refused') emitIn(work, 'blockchain.operation_updated', { operationId, kind, ref, state: 'refused' })
  },
})
