/** CSRF guard of the sandbox's forms. */
import type { FastifyRequest } from 'fastify'

/** True when the `Origin` header shows that the form comes from a page of another site. Programs send no Origin. */
export function isForeignForm(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  return origin !== undefined && origin !== `http://${host}` && origin !== new URL(publicUrl).origin
}
