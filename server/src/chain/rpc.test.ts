import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NodeUnavailable } from './node-unavailable.ts'
import { askNode } from './rpc.ts'

let answer = ''
const node = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(answer))
let url: string
beforeAll(async () => {
  await once(node.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => void node.close())

const ask = (said: unknown) => {
  answer = JSON.stringify(said)
  return askNode(url, [{ method: 'eth_blockNumber' }], { timeoutMs: 5_000, bytesMax: 1_000 })
}

it('an error of the node is an answer, with or without data', async () => {
  const error = { code: -32003, message: 'transaction already imported' }
  expect(await ask([{ jsonrpc: '2.0', id: 0, error }])).toEqual([{ error }])
  const revert = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
  expect(await ask([{ jsonrpc: '2.0', id: 0, error: revert }])).toEqual([{ error: revert }])
  expect(await ask([{ jsonrpc: '2.0', id: 0, result: '0x10' }])).toEqual([{ result: '0x10' }])
})

it('G7 an answer without a result and without an error is rejected', async () => {
  await expect(ask([{ jsonrpc: '2.0', id: 0 }])).rejects.toThrow(NodeUnavailable)
})
