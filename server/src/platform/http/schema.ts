/** What the OpenAPI document says of a call, and what Fastify validates by. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { ERRORS, type ErrorCode } from '@tunjo/contract/errors'
import * as z from 'zod'
import { OPEN_ROLES } from './guards/authorize.ts'

export const MEDIA_TYPE = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  file: 'application/octet-stream',
  stream: 'text/event-stream; charset=utf-8',
} as const

/** Plain text is the sentence alone; the rest for those who ask for it. */
const failureOf = (description: string) => ({
  description,
  content: {
    'text/plain': { schema: SENTENCE },
    'application/problem+json': { schema: PROBLEM },
  },
})
const SENTENCE = z.string().meta({ description: 'Sentence for the person; the code is in the header `app-error`' })
/** RFC 9457; `Problem` of contract/src/errors.ts. */
const PROBLEM = z.object({
  code: z.string(),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  traceId: z.string(),
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})
const ANY_OTHER = failureOf('What every call may answer: no session, no permission, a malformed request, a fault of ours')

type SwaggerTransform = (given: { schema: Record<string, unknown> }) => { schema: Record<string, unknown> }

/** The header of every 429, which the translation of the schemas drops. */
export function withRetryAfterHeader<T>(transform: T): T {
  const documented = (given: Parameters<SwaggerTransform>[0]) => {
    const translated = (transform as SwaggerTransform)(given)
    const { response } = translated.schema as { response?: Record<number, { headers?: object }> }
    if (response?.[429]) response[429].headers = { 'Retry-After': RETRY_AFTER }
    return translated
  }
  return documented as T
}
const RETRY_AFTER = { type: 'integer', description: 'Seconds until the call may be made again' }

const BINARY = z.any().meta({ type: 'string', format: 'binary' })

const STEP_UP_HEADERS = z.object({
  'step-up-grant': z
    .string()
    .optional()
    .meta({ description: 'Grant of `/api/step-up`; without it the call answers `identity.step_up_required`' }),
})

export function schemaOf(name: string, endpoint: Endpoint) {
  const statuses = new Map<number, ErrorCode[]>()
  // Every call is counted.
  for (const code of new Set<ErrorCode>(['request.too_many', ...endpoint.errors]))
    statuses.set(ERRORS[code], [...(statuses.get(ERRORS[code]) ?? []), code])
  const failures = [...statuses].map(([status, codes]) => [status, failureOf(codes.join(', '))])
  return {
    operationId: `${endpoint.path.split('/')[1]}_${name}`,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(OPEN_ROLES.has(endpoint.role) ? {} : { security: [{ bearer: [] }] }),
    ...(endpoint.stepUp ? { headers: STEP_UP_HEADERS } : {}),
    ...(endpoint.role === 'DEMO' ? { hide: true } : {}),
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...requestOf(endpoint),
    response: { 200: successOf(endpoint), ...Object.fromEntries(failures), default: ANY_OTHER },
  }
}

/** A form is one object of its fields; the files themselves were checked before validation (upload.ts). */
function requestOf({ body, upload, bytes }: Endpoint) {
  if (bytes) return { consumes: ['application/octet-stream'], body: BINARY }
  if (!upload) return body ? { body } : {}
  const files = Object.entries(upload.fields).map(([name, { maximum, minimum = 1 }]) => [name, filesSchema(maximum, minimum)])
  return { consumes: ['multipart/form-data'], body: z.object({ ...(body ? { data: body } : {}), ...Object.fromEntries(files) }) }
}

function filesSchema(maximum: number, minimum: number): z.ZodType {
  if (maximum > 1) return z.array(BINARY).min(minimum).max(maximum)
  return minimum === 0 ? BINARY.optional() : BINARY
}

/** JSON is what a schema alone means. */
function successOf({ answer = 'json', response }: Endpoint) {
  if (answer === 'json') return response
  const [mediaType = ''] = MEDIA_TYPE[answer].split(';')
  const schema = answer === 'pdf' || answer === 'file' ? BINARY : response
  return { description: mediaType, content: { [mediaType]: { schema } } }
}
