/** Faulty node that lags, lies or is away: JSON-RPC proxy of a real one, with answers of the test's choice. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'

const question = z.looseObject({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) })
type Question = z.output<typeof question>

export interface RpcProxy {
  readonly url: string
  /** Answers instead of the node; undefined: the node answers. */
  lie: (method: string, params: readonly unknown[]) => unknown | Promise<unknown>
  isAway: boolean
  close(): Promise<void>
}

export async function startRpcProxy(rpcUrl: string): Promise<RpcProxy> {
  const server = createServer((request, response) => {
    void (async () => {
      if (proxy.isAway) return response.writeHead(503).end()
      const body: unknown = JSON.parse(await textOf(request))
      const questions = z.array(question).parse(Array.isArray(body) ? body : [body])
      const answers = await Promise.all(questions.map((one) => answerTo(one)))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
    })().catch(() => response.writeHead(500).end())
  })
  async function answerTo({ id, method, params, ...rest }: Question): Promise<unknown> {
    const result = await proxy.lie(method, params)
    if (result !== undefined) return { jsonrpc: '2.0', id, result }
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id, method, params, ...rest }) }
    return (await fetch(rpcUrl, asked)).json()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${port}`,
    lie: () => undefined,
    isAway: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return proxy
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
