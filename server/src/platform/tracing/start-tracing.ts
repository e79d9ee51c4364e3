/** Optional traces, sent to a collector by OTLP over HTTP. The packages are imported only when TRACES_URL is set. */
import { context, trace } from '@opentelemetry/api'
import * as z from 'zod'
import type { ProcessRole } from '../process/process-roles.ts'
import { PROGRAM_VERSION } from '../process/program-version.ts'
import { declareSettings, type Environment, readSettings } from '../process/settings.ts'
import { setTracing } from './traced.ts'

const schema = declareSettings({
  /** Address at which a collector takes traces by OTLP over HTTP, as `http://127.0.0.1:4318/v1/traces`. Without it nothing is traced. */
  TRACES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Part of the calls that are traced, from 0 to 1. */
  TRACES_RATIO: z.coerce.number().min(0).max(1).default(1),
})

/** Spans that wait for the collector; those beyond are dropped. */
const QUEUE_SPANS = 2_048
const SEND_EVERY_MS = 1_000
const SEND_WITHIN_MS = 2_000
/** Longest wait for the collector at a stop; spans that are not sent by then are lost. */
const STOP_WITHIN_MS = 2_000

/** Starts traces of this process, if they are wanted. Returns the stop, which never fails. */
export async function startTracing(env: Environment, roles: ReadonlySet<ProcessRole>): Promise<() => Promise<void>> {
  const { TRACES_URL: url, TRACES_RATIO: ratio } = readSettings(schema, env)
  if (url === undefined) return async () => undefined
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_WITHIN_MS })
  const limits = { maxQueueSize: QUEUE_SPANS, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_WITHIN_MS }
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `tunjo-${[...roles].join('-')}`, 'service.version': PROGRAM_VERSION }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, limits)],
  })
  // Positions are carried by rows and by headers of the product's own processes only: no propagator.
  provider.register({ propagator: null })
  setTracing(true)
  return async () => {
    setTracing(false)
    const waited = new Promise<void>((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())
    await Promise.race([provider.shutdown().catch(() => undefined), waited])
    trace.disable()
    context.disable()
  }
}
