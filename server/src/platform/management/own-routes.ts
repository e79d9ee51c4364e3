/** Liveness and readiness on a server without the guards of the product: the web role, and the health port of the other roles. */
import { management } from '@tunjo/contract/management'
import type { FastifyInstance } from 'fastify'
import { type Access, LIVE, READY_RETRY_AFTER_SECONDS, readyAnswer } from './answers.ts'
import type { Health } from './health.ts'

export function addHealthRoutes(app: FastifyInstance, health: Health, access: Access): void {
  app.get(management.live.path, async (_request, reply) => reply.header('cache-control', 'no-store').send(LIVE))
  app.get(management.ready.path, async (request, reply) => {
    const answer = await readyAnswer(health, request, access)
    if (answer.status === 'not_ready') void reply.code(503).header('retry-after', READY_RETRY_AFTER_SECONDS)
    return reply.header('cache-control', 'no-store').send(answer)
  })
}
