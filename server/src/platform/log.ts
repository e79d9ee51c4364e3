/** Structured logs. What could be a secret or a person's data is cut out by key before it is written (R36, SEC-68). */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type Log = Logger

const SECRET_KEYS = [
  'authorization', 'cookie', 'password', 'token', 'accessToken', 'refreshToken', 'secret', 'signature', 'privateKey', 'mnemonic',
  'email', 'document', 'legalId', 'accountNumber', 'phone', 'x-api-key', 'raw', 'serialized',
] // biome-ignore format: one table

/** Of an error: what went wrong and where. The other fields of drivers carry rows of people and the bodies of requests. */
const ERROR_KEYS = ['type', 'message', 'stack', 'code', 'severity', 'constraint', 'schema', 'table'] as const

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const described: Record<string, unknown> = pino.stdSerializers.err(error)
  const kept = ERROR_KEYS.flatMap((key) => (described[key] === undefined ? [] : [[key, described[key]]]))
  return Object.fromEntries(kept.map(([key, value]) => [key, typeof value === 'string' ? withoutSecrets(value) : value]))
}

/** Addresses of providers may hold keys in their path, query or password, and clients quote what they sent. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(https?|wss?|postgres(?:ql)?|smtps?):\/\/(?:[^\s/"'@]*@)?([^\s/"'?#]+)[^\s"',)]*/gi, '$1://$2/…')
    .replace(/^(Request body|Request Arguments|Raw Call Arguments): .*$/gim, '$1: …')
}

/** `sink`: where tests read it. */
export function createLog({ level, pretty, sink }: { level: string; pretty: boolean; sink?: DestinationStream }): Log {
  const options: LoggerOptions = {
    level,
    serializers: { err: describeError },
    redact: { paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: '[redacted]' },
    ...(pretty ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } } : {}),
  }
  return sink ? pino(options, sink) : pino(options)
}
