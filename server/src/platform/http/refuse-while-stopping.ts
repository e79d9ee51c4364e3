/**
 * Stop of a server with open connections. While it drains, each answer ends its connection (`Connection: close`), so that the next call of a
 * proxy or of the web role goes to another process. A call that comes over an open connection after the port is closed is refused in the
 * error form of the product with a `Retry-After`. Added behind the security headers of a server, so that this answer has them too.
 */
import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

export function refuseWhileStopping(app: FastifyInstance, isDraining: () => boolean): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async () => {
    if (isStopping) refuse('server.unavailable')
  })
  app.addHook('onSend', async (request, reply) => {
    if (isDraining() && request.raw.httpVersionMajor === 1) void reply.header('connection', 'close')
  })
}
