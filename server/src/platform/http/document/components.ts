/** Shared components of the published document: the refusal, the headers of guarded calls, authentication. */
import { STEP_UP_HEADER } from '@tunjo/contract/endpoint'
import { ERRORS } from '@tunjo/contract/errors'
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '../guards/idempotency.ts'

export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of `/api/sign-in`' },
} as const

/** RFC 9457; `Problem` of contract/src/errors.ts. */
const SCHEMAS = {
  ErrorCode: { type: 'string', description: 'Never changes its meaning; new ones may come', enum: Object.keys(ERRORS) },
  Problem: {
    type: 'object',
    properties: {
      code: { $ref: '#/components/schemas/ErrorCode' },
      earlierCode: { type: 'string', deprecated: true, description: 'Earlier name of the code, for one more release' },
      status: { type: 'integer' },
      title: { type: 'string' },
      detail: { type: 'string', description: 'Sentence for the person, in the language of `Accept-Language`' },
      traceId: { type: 'string' },
      fields: { type: 'array', items: { $ref: '#/components/schemas/ProblemField' } },
    },
    required: ['code', 'status', 'title', 'detail'],
    additionalProperties: false,
  },
  ProblemField: {
    type: 'object',
    properties: { field: { type: 'string' }, message: { type: 'string' } },
    required: ['field', 'message'],
    additionalProperties: false,
  },
}

const APP_ERROR = {
  'app-error': { description: 'The code of the refusal', schema: { $ref: '#/components/schemas/ErrorCode' } },
  'app-error-earlier': { description: 'Earlier name of the code, for one more release', deprecated: true, schema: { type: 'string' } },
}
const RETRY_AFTER = { 'retry-after': { description: 'Seconds until the call may be made again', schema: { type: 'integer' } } }
const refusal = (description: string, headers: object) => ({
  description,
  headers,
  content: {
    'text/plain': { schema: { type: 'string', description: 'Sentence for the person, unless the problem is asked for by `Accept`' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
})

const RESPONSES = {
  Refusal: refusal('The call was refused and nothing was done', APP_ERROR),
  TooMany: refusal('Too many of these for now', { ...APP_ERROR, ...RETRY_AFTER }),
}

const PARAMETERS = {
  StepUpGrant: {
    name: STEP_UP_HEADER,
    in: 'header',
    required: true,
    schema: { type: 'string', maxLength: 200 },
    description: 'Grant of `/api/step-up` for this call and these values: works once, for two minutes',
  },
  IdempotencyKey: {
    name: IDEMPOTENCY_HEADER,
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
    description:
      'The same key of the same person is the same operation: a repeat answers what the first did. Without one, a duplicate within 60 seconds is refused',
  },
}

export const SHARED = { schemas: SCHEMAS, responses: RESPONSES, parameters: PARAMETERS }
