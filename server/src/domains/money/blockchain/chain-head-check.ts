/** Health check of the chain: the node answers on the known chain, and its newest block is recent. */
import type { ChainClient } from '../../../chain/client.ts'
import { unavailableReasonOf } from '../../../chain/node-unavailable.ts'
import type { HealthCheck, Measurement } from '../../../platform/observability/health-check.ts'

/** A chain that produces a block every few seconds has stopped, or the node no longer receives its blocks. */
export const OLD_HEAD_SECONDS = 600

interface HeadCheck {
  readonly client: Pick<ChainClient, 'getBlock'>
  readonly profile: 'demo' | 'production'
}

export const chainHeadCheck = ({ client, profile }: HeadCheck): HealthCheck => ({
  name: 'chain',
  isOwn: false,
  async read() {
    const head = await client.getBlock({ blockTag: 'latest' }).catch((error: unknown) => unavailableReasonOf(error) ?? 'no_answer')
    if (typeof head === 'string') return [{ isFine: false, reason: `The node of the chain is not used (${head}).` }]
    return [judgeHead(Math.max(0, Math.round(Date.now() / 1_000) - Number(head.timestamp)), profile)]
  },
})

/** The demo's chain mines a block only for a transaction: its age has no limit. */
function judgeHead(measured: number, profile: HeadCheck['profile']): Measurement {
  if (profile === 'demo') return { isFine: true, measured }
  return { isFine: measured <= OLD_HEAD_SECONDS, reason: 'The newest block is too old.', measured, limit: OLD_HEAD_SECONDS }
}
