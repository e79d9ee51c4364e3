/** Internal port: the product listens on a separate port, and receives provider events there, before it is open to others. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface Inside {
  readonly url: string
  close(): Promise<void>
}

/** @param sandboxUrl address of the providers' sandbox, whose events go to `publicUrl` once this is closed */
export async function openInternalPort(
  app: FastifyInstance,
  { sandboxUrl, publicUrl }: { sandboxUrl: string; publicUrl: string },
): Promise<Inside> {
  await app.ready()
  const server = createServer((request, response) => app.routing(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await sendEventsTo(sandboxUrl, url)
  return {
    url,
    async close() {
      await sendEventsTo(sandboxUrl, publicUrl)
      server.closeAllConnections()
      server.close()
    },
  }
}

async function sendEventsTo(sandboxUrl: string, url: string): Promise<void> {
  const webhookUrls = { payments: `${url}/payment/webhooks/wompi`, payouts: `${url}/payment/webhooks/wompi-payouts` }
  const answer = await fetch(`${sandboxUrl}/controls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'configure', webhookUrls }),
  })
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`)
}
