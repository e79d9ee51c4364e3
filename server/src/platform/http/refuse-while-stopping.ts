/**
 * Refusal of calls that come over an open connection after the server has closed its port, in the error form of the product with a
 * `Retry-After`. Added behind the security headers of a server, so that this answer has them too.
 */
import type { FastifyInstance } from 'fastify'
import { refuse } from '../refusal.ts'

export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async () => {
    if (isStopping) refuse('server.unavailable')
  })
}
