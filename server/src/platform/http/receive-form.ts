/**
 * Read one multipart form: only the fields the contract names, each with its number and size, in bounded time. After the first reason to
 * refuse, the rest is read and discarded, since a sender that is cut off in the middle never receives the reason.
 */
import { join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import type { Endpoint, UploadField } from '@tunjo/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { newId } from '../database/ids.ts'
import { MEGABYTES, maximumBytes } from '../uploads/types.ts'
import { type Refusal, Refused, refusal, refuse, refuseIf } from './refusal.ts'
import { writeSealed } from './sealed-part.ts'

/** Less than the server's time limit of any request (server.ts), so that the sender gets a refusal. */
const FORM_TIMEOUT_MS = 55_000
const SILENCE_TIMEOUT_MS = 15_000
const DATA_BYTES_MAX = 65_536
/** Boundaries, names and headers of the parts. */
const FORM_OVERHEAD_BYTES = 65_536

export interface Arrived {
  readonly field: string
  readonly name: string
  readonly path: string
}
type Fields = Readonly<Record<string, UploadField>>

export async function receiveForm(request: FastifyRequest, fields: Fields, folder: string): Promise<{ data: string; arrived: Arrived[] }> {
  const limit = watch(request, formBytesMax(fields))
  try {
    const received = await readParts(request, fields, folder)
    refuseIf(received.refusal ?? tooFew(fields, received.arrived))
    return received
  } catch (error) {
    refuseIf(limit.refusal)
    // Failures of the server's disk name the system call; everything else is a malformed form or a hang-up of the sender.
    if (error instanceof Refused || (error instanceof Error && 'syscall' in error && 'path' in error)) throw error
    throw new Refused(refusalOf(error, fields))
  } finally {
    limit.end()
  }
}

/** Runs before the body is read, on what the sender announces. */
export function checkForm({ upload }: Endpoint, { headers }: FastifyRequest): void {
  const isForm = /^multipart\//i.test(headers['content-type'] ?? '')
  if (!upload && isForm) refuse('request.unsupported_media_type')
  if (!upload) return
  if (!isForm) refuse('files.form_needed')
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > formBytesMax(upload.fields)) refuse('files.too_large', { maximumMb: MEGABYTES(largestFile(upload.fields)) })
}

async function readParts(request: FastifyRequest, fields: Fields, folder: string) {
  const arrived: Arrived[] = []
  let data = ''
  let first: Refusal | null = null
  const files = filesMax(fields)
  // One more than is allowed, so that this code refuses and not the parser.
  const limits = {
    fileSize: largestFile(fields),
    files: files + 1,
    fields: 1,
    fieldSize: DATA_BYTES_MAX,
    parts: files + 2,
    headerPairs: 20,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.fieldname !== 'data' || part.valueTruncated) first ??= unexpected(part.fieldname)
      // The parser has already parsed a part that declares JSON.
      data = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
      continue
    }
    const path = join(folder, newId())
    first ??= checkPart(part, fields, arrived)
    if (first) part.file.resume()
    else await writeSealed(path, part.file)
    if (part.file.truncated) first ??= refusal('files.too_large', { maximumMb: MEGABYTES(largestFile(fields)) })
    arrived.push({ field: part.fieldname, name: part.filename ?? '', path })
  }
  return { data, arrived, refusal: first }
}

/** Refusal of an error that the parser reports. */
function refusalOf(error: unknown, fields: Fields): Refusal {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') return refusal('files.too_many', { maximum: filesMax(fields) })
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PROTO_VIOLATION') return refusal('request.invalid')
  return refusal(code === 'FST_INVALID_JSON_FIELD_ERROR' ? 'request.malformed_json' : 'files.form_incomplete')
}

function checkPart({ fieldname }: MultipartFile, fields: Fields, arrived: readonly Arrived[]): Refusal | null {
  const field = Object.hasOwn(fields, fieldname) ? fields[fieldname] : undefined
  if (!field) return unexpected(fieldname)
  const already = arrived.filter((one) => one.field === fieldname).length
  return already >= field.maximum ? refusal('files.too_many', { maximum: field.maximum }) : null
}

const unexpected = (field: string): Refusal => ({
  ...refusal('request.invalid'),
  fields: [{ field: field.slice(0, 100), message: 'not a field of this form' }],
})

function tooFew(fields: Fields, arrived: readonly Arrived[]): Refusal | null {
  for (const [name, { minimum = 1 }] of Object.entries(fields))
    if (arrived.filter(({ field }) => field === name).length < minimum) return refusal('files.too_few', { minimum })
  return null
}

const filesMax = (fields: Fields): number => Object.values(fields).reduce((sum, { maximum }) => sum + maximum, 0)
const largestOf = ({ kinds }: UploadField): number => maximumBytes(kinds)
const largestFile = (fields: Fields): number => Math.max(...Object.values(fields).map(largestOf))
/** Limit of a whole form: every file, and the data beside them. */
export const formBytesMax = (fields: Fields): number =>
  Object.values(fields).reduce((sum, field) => sum + field.maximum * largestOf(field), DATA_BYTES_MAX + FORM_OVERHEAD_BYTES)

/** End the reading when it takes too long, stalls, or is longer than any valid form. */
function watch(request: FastifyRequest, maximumBytes: number) {
  const state: { refusal: Refusal | null; end(): void } = { refusal: null, end: () => undefined }
  let bytes = 0
  const stop = (reason: Refusal) => {
    state.refusal ??= reason
    request.raw.emit('error', new Error(reason.code))
  }
  const late = () => stop(refusal('files.upload_timeout'))
  const whole = setTimeout(late, FORM_TIMEOUT_MS)
  const silence = setTimeout(late, SILENCE_TIMEOUT_MS)
  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    silence.refresh()
    if (bytes > maximumBytes) stop(refusal('files.too_large', { maximumMb: MEGABYTES(maximumBytes) }))
  }
  request.raw.on('data', onData)
  state.end = () => {
    clearTimeout(whole)
    clearTimeout(silence)
    request.raw.off('data', onData)
  }
  return state
}
