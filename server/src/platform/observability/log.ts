/** Structured logs. Keys that could hold a secret or personal data are redacted before writing (R36, SEC-68). */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { currentTraceId } from '../tracing/traced.ts'

export type Log = Logger

const SECRET_KEYS = [
  'authorization', 'cookie', 'password', 'token', 'accessToken', 'refreshToken', 'secret', 'signature', 'privateKey', 'mnemonic',
  'email', 'document', 'legalId', 'accountNumber', 'phone', 'x-api-key', 'raw', 'serialized',
] // biome-ignore format: one table

/** Logged fields of an error: what went wrong and where. The other fields of drivers carry rows of people and the bodies of requests. */
const ERROR_KEYS = ['type', 'message', 'stack', 'code', 'severity', 'constraint', 'schema', 'table'] as const

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const described: Record<string, unknown> = pino.stdSerializers.err(error)
  const kept = ERROR_KEYS.flatMap((key) => (described[key] === undefined ? [] : [[key, described[key]]]))
  return Object.fromEntries(kept.map(([key, value]) => [key, typeof value === 'string' ? withoutSecrets(value) : value]))
}

/** Remove keys that provider addresses may hold in their path, query or password, and bytes that clients quote. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(https?|wss?|postgres(?:ql)?|smtps?):\/\/(?:[^\s/"'@]*@)?([^\s/"'?#]+)[^\s"',)]*/gi, '$1://$2/…')
    .replace(/^(Request body|Request Arguments|Raw Call Arguments): .*$/gim, '$1: …')
}

const eventCounts = new WeakMap<Log, Map<string, number>>()

/** Security events that this log and its children have written, by event. */
export const securityEventsOf = (log: Log): ReadonlyMap<string, number> => eventCounts.get(log) ?? new Map()

/** `sink`: destination that tests read. */
export function createLog({ level, pretty, sink }: { level: string; pretty: boolean; sink?: DestinationStream }): Log {
  const events = new Map<string, number>()
  const options: LoggerOptions = {
    level,
    hooks: {
      logMethod(args, method) {
        const [facts] = args as unknown[]
        const event = typeof facts === 'object' && facts !== null && 'securityEvent' in facts ? String(facts.securityEvent) : null
        if (event !== null) events.set(event, (events.get(event) ?? 0) + 1)
        method.apply(this, args)
      },
    },
    serializers: { err: describeError },
    mixin: () => {
      const traceId = currentTraceId()
      return traceId === undefined ? {} : { traceId }
    },
    redact: { paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: '[redacted]' },
    ...(pretty ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } } : {}),
  }
  const log = sink ? pino(options, sink) : pino(options)
  eventCounts.set(log, events)
  return log
}
