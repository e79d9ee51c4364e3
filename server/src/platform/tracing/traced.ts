/**
 * Spans of OpenTelemetry, and the position in a trace that rows and requests carry from one process to the next (W3C traceparent). Without
 * `startTracing` nothing is recorded: no span, no position, no context.
 *
 * Attributes are names from the program (routes, jobs, events, kinds) and ids of operations. Never amounts, accounts, addresses or texts.
 */
import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

export { SpanKind } from '@opentelemetry/api'

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** Position of the row or request that led here; null begins a trace. Left out: the span that is active. */
  readonly parent?: string | null
  /** Other spans that this one works for. */
  readonly links?: readonly SpanContext[]
}

let isOn = false

/** Whether this process records traces. */
export const isTracing = (): boolean => isOn

/** For `startTracing` and its stop. */
export function setTracing(on: boolean): void {
  isOn = on
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const tracer = () => trace.getTracer('tunjo')
const activePosition = (): SpanContext | undefined => trace.getSpanContext(context.active())

/** Position of the active span, for a row or a request; null while nothing is recorded. */
export function currentTraceparent(): string | null {
  const span = isOn ? activePosition() : undefined
  if (!span || !isSpanContextValid(span)) return null
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}

/** For log lines; undefined while nothing is recorded. */
export const currentTraceId = (): string | undefined => (isOn ? activePosition()?.traceId : undefined)

function parentOf(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags ?? '00', 16), isRemote: true })
}

/** Context of a new span, which the caller ends. */
export function beginSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes, parent, links }: SpanOptions = {},
): { span: Span; at: Context } {
  const before = parent === undefined ? context.active() : parentOf(parent)
  const span = tracer().startSpan(name, { kind, attributes, links: links?.map((spanContext) => ({ context: spanContext })) }, before)
  return { span, at: trace.setSpan(before, span) }
}

/** Runs work in a span. An error is recorded by its class alone: its message may quote a person. */
export async function traced<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const { span, at } = beginSpan(name, options)
  try {
    return await context.with(at, () => work(span))
  } catch (error) {
    failed(span, error)
    throw error
  } finally {
    span.end()
  }
}

interface OfTrace {
  readonly name: string
  /** Position of the row that is worked on. */
  readonly parent: string | null
}

/**
 * Runs work that is done for several rows at once. Each row has a span in its own trace. The work runs in the one trace when all rows are of
 * one, else in a span of its own, which links to the spans of the rows.
 */
export async function tracedTogether<T>(name: string, rows: readonly OfTrace[], kind: SpanKind, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work()
  const begun = rows.map((row) => beginSpan(row.name, { kind, parent: row.parent }))
  const [first] = begun
  const traces = new Set(begun.map(({ span }) => span.spanContext().traceId))
  try {
    if (first && traces.size === 1) return await context.with(first.at, work)
    const links = begun.map(({ span }) => span.spanContext())
    return await traced(name, { parent: null, links }, work)
  } catch (error) {
    for (const { span } of begun) failed(span, error)
    throw error
  } finally {
    for (const { span } of begun) span.end()
  }
}

export function failed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'thrown' })
}
