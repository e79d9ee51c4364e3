/** Archive that is written while it is sent: no more of it in memory than one of its files. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { MEDIA_TYPE } from './schema.ts'

const ZipAnswer = z.object({
  content: z.custom<AsyncIterable<Uint8Array>>((value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
  bytes: z.int(),
  name: z.string(),
})
export type ZipAnswer = Readonly<z.output<typeof ZipAnswer>>

/** Sent with its length: a client that gets less of it, because the connection or a disk failed, detects it. */
export function sendZip(reply: FastifyReply, answer: unknown): FastifyReply {
  const { content, bytes, name } = ZipAnswer.parse(answer)
  return reply
    .type(MEDIA_TYPE.zip)
    .header('cache-control', 'no-store')
    .header('content-length', bytes)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .send(Readable.from(content, { objectMode: false }))
}
