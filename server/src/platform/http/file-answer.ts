/** Bytes for a person's eyes: nothing keeps them, nothing in them runs. */
import type { FastifyReply } from 'fastify'

export interface FileAnswer {
  readonly content: Uint8Array
  readonly mediaType: string
  readonly name: string
  readonly disposition: 'inline' | 'attachment'
}

/** An opened picture is a page of its own: it may load nothing, run nothing and stand in no frame. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; sandbox"

export function sendFile(reply: FastifyReply, { content, mediaType, name, disposition }: FileAnswer): FastifyReply {
  return reply
    .type(mediaType)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', POLICY)
    .header('content-disposition', `${disposition}; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .send(content)
}
