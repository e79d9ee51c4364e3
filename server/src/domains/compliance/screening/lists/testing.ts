/** Test server of a list publisher: a real server with scripted answers. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Publisher {
  readonly url: string
  readonly port: number
  /** Requested paths. */
  readonly asked: string[]
  answer: RequestListener
  close(): Promise<void>
}

export async function startPublisher(): Promise<Publisher> {
  const server = createServer((request, response) => {
    publisher.asked.push(request.url ?? '')
    publisher.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const publisher: Publisher = {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: [],
    answer: (_request, response) => void response.writeHead(404).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return publisher
}
