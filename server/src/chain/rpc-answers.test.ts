/** G7 every JSON-RPC method that the product uses, with every wrong answer: each one is detected, and none is accepted as a fact. */
import { describe, expect, it } from 'vitest'
import { CHECKED_METHODS, faultOfAnswer } from './rpc-answers.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const address = (digit: string) => `0x${digit.repeat(40)}`
const log = {
  address: address('a'),
  topics: [hash('1')],
  data: '0x00',
  logIndex: '0x0',
  blockHash: hash('b'),
  blockNumber: '0x10',
  transactionHash: hash('c'),
}
const transaction = { hash: hash('c'), from: address('d'), to: address('a'), nonce: '0x1', value: '0x0', input: '0x', gas: '0x5208' }
const block = {
  number: '0x10',
  hash: hash('b'),
  parentHash: hash('9'),
  timestamp: '0x65',
  baseFeePerGas: '0x1',
  transactions: [transaction],
}
const receipt = {
  transactionHash: hash('c'),
  blockHash: hash('b'),
  blockNumber: '0x10',
  from: address('d'),
  to: address('a'),
  status: '0x1',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  logs: [log],
}
const filter = { address: [address('a')], fromBlock: '0x10', toBlock: '0x12' }

interface Case {
  readonly params: readonly unknown[]
  readonly right: unknown
  /** Right answers to another question. */
  readonly others?: readonly unknown[]
  /** Answers that report that there is none. */
  readonly none?: readonly unknown[]
}
const number: Case = { params: [], right: '0x1' }
const bytes: Case = { params: [], right: '0x60', none: ['0x'] }
const CASES: Readonly<Record<string, Case>> = {
  eth_chainId: number,
  eth_blockNumber: number,
  eth_gasPrice: number,
  eth_maxPriorityFeePerGas: number,
  eth_estimateGas: number,
  eth_getBalance: number,
  eth_getTransactionCount: number,
  eth_call: bytes,
  eth_getCode: bytes,
  eth_getStorageAt: bytes,
  eth_sendRawTransaction: { params: ['0x02'], right: hash('c') },
  eth_getBlockByNumber: { params: ['0x10', true], right: block, others: [{ ...block, number: '0x11' }], none: [null] },
  eth_getBlockByHash: { params: [hash('b'), true], right: block, others: [{ ...block, hash: hash('e') }], none: [null] },
  eth_getTransactionByHash: { params: [hash('c')], right: transaction, others: [{ ...transaction, hash: hash('e') }], none: [null] },
  eth_getTransactionReceipt: { params: [hash('c')], right: receipt, others: [{ ...receipt, transactionHash: hash('e') }], none: [null] },
  eth_getLogs: {
    params: [filter],
    right: [log],
    others: [[{ ...log, address: address('e') }], [log, { ...log, blockNumber: '0xf' }], [{ ...log, blockNumber: '0x13' }]],
    none: [[]],
  },
}
const NONSENSE = [
  undefined,
  null,
  {},
  [],
  '',
  'OK',
  '<!doctype html>',
  7,
  -1,
  true,
  '0x',
  '0xg',
  '1',
  [null],
  [{}],
  { number: '0x1' },
  `0x${'1'.repeat(65)}`,
]

/** Each field of the first object missing, null, of another type, and halved. */
function broken(right: unknown): unknown[] {
  const one = Array.isArray(right) ? right[0] : right
  if (typeof one !== 'object' || one === null) return []
  const wrap = (changed: unknown) => (Array.isArray(right) ? [changed] : changed)
  const required = Object.keys(one).filter((key) => key !== 'to' && key !== 'baseFeePerGas')
  return required.flatMap((key) => [undefined, null, {}, 7, 'OK'].map((value) => wrap({ ...one, [key]: value })))
}

describe('G7 answers of a node', () => {
  it('have a case for each method that the product uses', () => {
    expect(Object.keys(CASES).toSorted()).toEqual([...CHECKED_METHODS].toSorted())
  })

  it.each(Object.entries(CASES))('%s: only a matching answer is accepted', (method, { params, right, others = [], none = [] }) => {
    for (const fits of [right, ...none]) expect(faultOfAnswer(method, params, fits)).toBeNull()
    const isRight = (answer: unknown) => [right, ...none].some((one) => JSON.stringify(one) === JSON.stringify(answer))
    const wrong = [...NONSENSE.filter((answer) => !isRight(answer)), ...others, ...broken(right)]
    expect(wrong.filter((answer) => faultOfAnswer(method, params, answer) === null)).toEqual([])
  })

  it('a log of any contract fits where the question names none, and one of a block by its hash', () => {
    expect(faultOfAnswer('eth_getLogs', [{ fromBlock: 'latest' }], [log])).toBeNull()
    expect(faultOfAnswer('eth_getLogs', [{ blockHash: hash('b') }], [log])).toBeNull()
    expect(faultOfAnswer('eth_getLogs', [{ blockHash: hash('e') }], [log])).toBe('not what was asked for')
  })
})
