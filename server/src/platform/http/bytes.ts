/** Bodies of plain bytes, for the calls whose contract declares them: pieces of files. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

const OCTETS = 'application/octet-stream'

export function readBytes(app: FastifyInstance): void {
  app.addContentTypeParser(OCTETS, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Runs before the body is read, on what the sender announces. */
export function checkBytes({ bytes }: Endpoint, { headers }: FastifyRequest): void {
  const [given = ''] = (headers['content-type'] ?? '').split(';')
  if ((given.trim().toLowerCase() === OCTETS) !== (bytes !== undefined)) refuse('request.unsupported_media_type')
}

export const bytesOf = ({ bytes }: Endpoint, { body }: FastifyRequest): Buffer | undefined =>
  bytes && (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
