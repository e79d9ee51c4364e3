/** Bytes for display: caches are forbidden, and nothing in them runs. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'

const FileAnswer = z.object({
  /** A stream for what is too large to be whole in memory. */
  content: z.custom<Uint8Array | Readable>((value) => value instanceof Uint8Array || value instanceof Readable),
  mediaType: z.string(),
  name: z.string(),
  disposition: z.enum(['inline', 'attachment']),
})
export type FileAnswer = Readonly<z.output<typeof FileAnswer>>

/** An opened picture is a separate page: it may load nothing, run nothing and be framed by no page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; sandbox"

export function sendFile(reply: FastifyReply, answer: unknown): FastifyReply {
  const { content, mediaType, name, disposition } = FileAnswer.parse(answer)
  return reply
    .type(mediaType)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', POLICY)
    .header('content-disposition', `${disposition}; ${fileName(name)}`)
    .send(content)
}

/** RFC 6266: the name with all its letters, after an ASCII form that every program reads. */
export function fileName(name: string): string {
  const plain = `filename="${name.replace(/[^\w.-]/g, '_')}"`
  const escaped = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return escaped === name ? plain : `${plain}; filename*=UTF-8''${escaped}`
}
