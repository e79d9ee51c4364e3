/** Structured logs. What could be a secret or a person's data is cut out by key before it is written (security.md R36). */
import { type Logger, pino } from 'pino'

export type Log = Logger

const SECRET_KEYS = [
  'authorization', 'cookie', 'password', 'token', 'accessToken', 'refreshToken', 'secret', 'signature', 'privateKey', 'mnemonic',
  'email', 'document', 'legalId', 'accountNumber', 'phone', 'x-api-key', 'raw', 'serialized',
] // biome-ignore format: one table

export function createLog({ level, pretty }: { level: string; pretty: boolean }): Log {
  return pino({
    level,
    redact: { paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: '[redacted]' },
    ...(pretty ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } } } : {}),
  })
}
