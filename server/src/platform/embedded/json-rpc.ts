/** The few JSON-RPC calls the launcher makes; everything else talks to the chain through viem. */

export type JsonRpc = <Result>(method: string, params?: unknown[], timeoutMs?: number) => Promise<Result>

interface JsonRpcAnswer {
  result?: unknown
  error?: { message: string }
}

/** Throws when the node does not answer in time or answers with an error. */
export function jsonRpc(url: string): JsonRpc {
  return async (method, params = [], timeoutMs = 5_000) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = (await response.json()) as JsonRpcAnswer
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result as never
  }
}
