/** Schemas by which Fastify validates a call, and by which the published document describes it (document/). */
import { ApprovalWaiting } from '@tunjo/contract/approval-waiting'
import type { Endpoint } from '@tunjo/contract/endpoint'
import * as z from 'zod'
import { describeOperation } from './document/operation.ts'

export const MEDIA_TYPE = {
  json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  file: 'application/octet-stream',
  zip: 'application/zip',
  stream: 'text/event-stream; charset=utf-8',
} as const

const BINARY = z.any().meta({ type: 'string', format: 'binary' })

export const schemaOf = (name: string, endpoint: Endpoint) => ({
  ...describeOperation(name, endpoint),
  ...(endpoint.params ? { params: endpoint.params } : {}),
  ...(endpoint.query ? { querystring: endpoint.query } : {}),
  ...requestOf(endpoint),
  response: { 200: successOf(endpoint), ...(endpoint.approval ? { 202: ApprovalWaiting } : {}) },
})

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

/** A schema alone means JSON. */
function successOf({ answer = 'json', response }: Endpoint) {
  if (answer === 'json') return response
  const [mediaType = ''] = MEDIA_TYPE[answer].split(';')
  const schema = answer === 'pdf' || answer === 'file' || answer === 'zip' ? BINARY : response
  return { description: mediaType, content: { [mediaType]: { schema } } }
}
