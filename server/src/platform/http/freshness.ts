/** Conditional requests: answers that carry an `etag` are not sent again to a client that still has them. */
import type { FastifyReply } from 'fastify'

/** Weak comparison, as RFC 9110 requires for `If-None-Match`. */
export function isFresh(reply: FastifyReply): boolean {
  const given = reply.request.headers['if-none-match']
  const etag = reply.getHeader('etag')
  if (given === undefined || typeof etag !== 'string') return false
  return given.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
