/**
 * The one place where a failure becomes an answer (R32). Refusals are a sentence (plain text, or RFC 9457 when requested) with their code
 * in `app-error`, in the language of preferred-locale.ts; anything else is a bug: logged with the request id, answered without details.
 */
import { EARLIER_CODES, ERRORS, type ErrorCode, type ErrorParams, type Problem } from '@tunjo/contract/errors'
import { DEFAULT_LOCALE, type Locale } from '@tunjo/contract/locales'
import { sentenceOf } from '@tunjo/contract/sentences'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { databaseErrorCode, isDatabaseUnavailable, isLockTimeout } from '../database/database.ts'
import { translateDate } from '../time/translate-date.ts'
import { preferredLocale } from './preferred-locale.ts'
import { type Refusal, Refused, refusal } from './refusal.ts'

/** Fastify's own refusals, by code. */
const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed_json',
}
/** Text that PostgreSQL cannot store: a zero character. No field of the product needs one. */
const DATABASE_TEXT_REFUSED = new Set(['22021', '22P05'])
/** Default for refusals without a known time. */
const RETRY_AFTER_SECONDS = 60
/** A row that is locked, or a connection that is in use, is free again within seconds. */
const BUSY_RETRY_AFTER_SECONDS = 5
/** An operator has to make room first. */
const DISK_RETRY_AFTER_SECONDS = 600
/** Statuses of refusals that end without the caller changing anything. */
const TEMPORARY = new Set([429, 503])

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = refusalOf(error)
  if (refused) return answerRefusal(refused, request, reply)
  request.log.error({ err: error }, 'request failed')
  return answerRefusal(troubleOf(error), request, reply)
}

/** Lack of space, and of the space that the operator allows this user. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])
/** File descriptors of this process, and of the machine. */
const DESCRIPTORS_USED_UP = new Set(['EMFILE', 'ENFILE'])

/** Temporary faults have their own refusals, with the time of the next attempt; everything else is a bug. */
function troubleOf(error: unknown): Refusal {
  const code = databaseErrorCode(error) ?? ''
  if (DISK_FULL.has(code)) return refusal('files.storage_full', { retryAfterSeconds: DISK_RETRY_AFTER_SECONDS })
  if (isDatabaseUnavailable(error) || DESCRIPTORS_USED_UP.has(code)) return refusal('server.unavailable')
  return isLockTimeout(error) ? refusal('server.busy') : refusal('server.unexpected')
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refused) return error.refusal
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(({ instancePath, message }) => ({ field: instancePath.replace(/^\//, ''), message: message ?? '' }))
    const [own] = fields.flatMap(({ message }) => (isOwnCode(message) ? [message] : []))
    return { ...refusal(own ?? 'request.invalid'), fields }
  }
  if (!(error instanceof Error)) return null
  if (DATABASE_TEXT_REFUSED.has(databaseErrorCode(error) ?? '')) return refusal('request.invalid')
  const known = FASTIFY_CODES[databaseErrorCode(error) ?? '']
  if (known) return refusal(known)
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (error instanceof SyntaxError) return refusal('request.malformed_json')
  if (status === 429) return refusal('request.too_many')
  // A folder of the page's files: nothing to show.
  if (status === 403 || status === 404) return refusal('request.not_found')
  return status >= 400 && status < 500 ? refusal('request.invalid') : null
}

/** A schema with a specific reason to refuse uses the code as its message (money.ts, plain-text.ts). */
const isOwnCode = (message: string): message is ErrorCode => Object.hasOwn(ERRORS, message)

export function answerRefusal(given: Refusal, request: FastifyRequest, reply: FastifyReply, { json = false } = {}): FastifyReply {
  const { code, fields } = given
  const status = ERRORS[code]
  const hasTime = TEMPORARY.has(status) || given.params.retryAfterSeconds !== undefined
  const params = hasTime ? withRetryAfter(given, reply) : given.params
  const wantsProblem = request.headers.accept?.includes('application/problem+json') ?? false
  // Plain callers get the language of the specification, whatever language their tool announces by default.
  const locale = wantsProblem ? preferredLocale(request.headers['accept-language']) : DEFAULT_LOCALE
  const detail = sentenceOf(code, { ...paramsIn(params, locale), ...phrasesIn(given, locale) }, locale)
  const earlierCode = EARLIER_CODES[code]
  void reply.code(status).header('app-error', code).header('cache-control', 'no-store')
  if (earlierCode) void reply.header('app-error-earlier', earlierCode)
  if (code === 'identity.not_signed_in' || code.startsWith('identity.session_')) void reply.header('www-authenticate', 'Bearer')
  if (!json && !wantsProblem) {
    return reply.type('text/plain; charset=utf-8').serializer(String).send(detail)
  }
  const problem: Problem = {
    code,
    ...(earlierCode ? { earlierCode } : {}),
    status,
    title: code,
    detail,
    traceId: request.id,
    ...(fields ? { fields: [...fields] } : {}),
  }
  return reply.type('application/problem+json; charset=utf-8').serializer(JSON.stringify).send(problem)
}

/** A refusal is thrown before its reader is known, with its dates in the default language. */
const paramsIn = (params: ErrorParams, locale: Locale): ErrorParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? translateDate(value, locale) : value]),
  )

const phrasesIn = ({ phrases = {} }: Refusal, locale: Locale): ErrorParams =>
  Object.fromEntries(Object.entries(phrases).map(([name, phrase]) => [name, phrase[locale]]))

/**
 * Every 429 and 503 has a `Retry-After`, and so has every other refusal with a known time. The limiter of the server has written its header
 * already.
 */
function withRetryAfter({ code, params }: Refusal, reply: FastifyReply): ErrorParams {
  const usual = code.startsWith('server.') ? BUSY_RETRY_AFTER_SECONDS : RETRY_AFTER_SECONDS
  const retryAfterSeconds = Number(params.retryAfterSeconds ?? reply.getHeader('retry-after') ?? usual)
  void reply.header('retry-after', retryAfterSeconds)
  return { ...params, retryAfterSeconds }
}
