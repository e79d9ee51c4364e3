/** Schemas of the node's answers, method by method: an answer of another shape, or to another question, is rejected. */
import * as z from 'zod'

const quantity = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)
const data = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/)
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

const log = z.looseObject({
  address,
  topics: z.array(hash).max(4),
  data,
  logIndex: quantity,
  blockHash: hash,
  blockNumber: quantity,
  transactionHash: hash,
})
const transaction = z.looseObject({
  hash,
  from: address,
  to: address.nullish(),
  nonce: quantity,
  value: quantity,
  input: data,
  gas: quantity,
})
const block = z.looseObject({
  number: quantity,
  hash,
  parentHash: hash,
  timestamp: quantity,
  baseFeePerGas: quantity.nullish(),
  transactions: z.array(z.union([hash, transaction])),
})
const receipt = z.looseObject({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: quantity,
  from: address,
  to: address.nullish(),
  status: z.enum(['0x0', '0x1']),
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(log),
})

interface Shape {
  readonly schema: z.ZodType
  /** Whether an answer of the right shape matches the question. */
  readonly isAsked?: (answer: never, asked: unknown) => boolean
}

const isSame = (one: string, other: unknown): boolean => typeof other === 'string' && one.toLowerCase() === other.toLowerCase()
const isHeight = (text: unknown): text is string => typeof text === 'string' && text.startsWith('0x')

const NUMBER: Shape = { schema: quantity }
const BYTES: Shape = { schema: data }
const SHAPES: Readonly<Record<string, Shape>> = {
  eth_chainId: NUMBER,
  eth_blockNumber: NUMBER,
  eth_gasPrice: NUMBER,
  eth_maxPriorityFeePerGas: NUMBER,
  eth_estimateGas: NUMBER,
  eth_getBalance: NUMBER,
  eth_getTransactionCount: NUMBER,
  eth_call: BYTES,
  eth_getCode: BYTES,
  eth_getStorageAt: BYTES,
  eth_sendRawTransaction: { schema: hash },
  eth_getBlockByNumber: {
    schema: block.nullable(),
    isAsked: (answer: z.output<typeof block>, asked) => !isHeight(asked) || BigInt(answer.number) === BigInt(asked),
  },
  eth_getBlockByHash: { schema: block.nullable(), isAsked: (answer: z.output<typeof block>, asked) => isSame(answer.hash, asked) },
  eth_getTransactionByHash: {
    schema: transaction.nullable(),
    isAsked: (answer: z.output<typeof transaction>, asked) => isSame(answer.hash, asked),
  },
  eth_getTransactionReceipt: {
    schema: receipt.nullable(),
    isAsked: (answer: z.output<typeof receipt>, asked) => isSame(answer.transactionHash, asked),
  },
  eth_getLogs: {
    schema: z.array(log),
    isAsked: (answer: z.output<typeof log>[], asked) => answer.every((one) => isAskedLog(one, asked)),
  },
}
/** Methods allowed on any path that moves money. */
export const CHECKED_METHODS: readonly string[] = Object.keys(SHAPES)

/** True when the log is of one of the contracts, and within the blocks, that were asked for. */
function isAskedLog({ address: from, blockHash, blockNumber }: z.output<typeof log>, asked: unknown): boolean {
  const { address: of = from, fromBlock, toBlock, blockHash: ofBlock = blockHash } = (asked ?? {}) as Record<string, unknown>
  const height = BigInt(blockNumber)
  const isWithin = (!isHeight(fromBlock) || height >= BigInt(fromBlock)) && (!isHeight(toBlock) || height <= BigInt(toBlock))
  return [of].flat().some((one) => isSame(from, one)) && isSame(blockHash, ofBlock) && isWithin
}

/** Null when it fits. */
export function faultOfAnswer(method: string, params: readonly unknown[], answer: unknown): string | null {
  const shape = SHAPES[method]
  if (!shape) return answer === undefined ? 'no result' : null
  const read = shape.schema.safeParse(answer)
  if (!read.success) return `${read.error.issues[0]?.path.join('.') || 'result'}: ${read.error.issues[0]?.message ?? 'another shape'}`
  return answer === null || !shape.isAsked || shape.isAsked(answer as never, params[0]) ? null : 'not what was asked for'
}
