/** The few JSON-RPC calls of the launcher; everything else uses viem. */
import { Agent, request } from 'node:http'

/** Each test and tool has a separate client. */
const CONNECTIONS_MAX = 4

export type JsonRpc = <Result>(method: string, params?: unknown[], timeoutMs?: number) => Promise<Result>

interface JsonRpcAnswer {
  result?: unknown
  error?: { message: string }
}

/** @throws when the node does not answer in time or answers with an error */
export function jsonRpc(url: string): JsonRpc {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX })
  return async (method, params = [], timeoutMs = 5_000) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = JSON.parse(await post(url, body, { agent, timeoutMs })) as JsonRpcAnswer
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result as never
  }
}

/** Uses Node's own client: the launcher calls several times a second for as long as the product runs, and fetch takes twice the time. */
function post(url: string, body: string, { agent, timeoutMs }: { agent: Agent; timeoutMs: number }): Promise<string> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, method: 'POST', headers, signal }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      answer.on('error', reject)
    })
    asking.on('error', reject)
    asking.end(body)
  })
}
