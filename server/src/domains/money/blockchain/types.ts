/** Interface of blockchain for other modules. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Address, Hex } from 'viem'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import type { OperationKind, OperationState } from '../../../events.ts'
import type { Connection, Transaction } from '../../../platform/database/database.ts'
import type { MountedModule } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { HealthCheck } from '../../../platform/observability/health-check.ts'
import type { StuckSource } from '../../../platform/security/stopped-operations.ts'
import type { Fact, Kind, Work } from '../../../platform/unit-of-work/index.ts'
import type { LostTransaction } from './absence.ts'
import type { BlockHead, ChainBlocks } from './chain-blocks.ts'

/** Wallets of the platform that sign. */
export const SIGNING_WALLETS = ['hot', 'treasury'] as const
export type SigningWallet = (typeof SIGNING_WALLETS)[number]
export type { OperationKind, OperationState } from '../../../events.ts'
export type { BlockHead, BlockLog, ChainBlock, ChainBlocks, MinedTransaction, MinedTransfer } from './chain-blocks.ts'

/** One operation on the chain, done once: everything of the transaction but its nonce. */
export interface TransactionIntent {
  /** Client-made UUID: the same id is done once, after any failure. */
  readonly operationId: string
  readonly wallet: SigningWallet
  readonly kind: OperationKind
  /** Business record it belongs to. */
  readonly ref: string
  readonly to: Address
  readonly data: Hex
  readonly gas: bigint
}

export interface ReceiptLog {
  readonly logIndex: number
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}
/** The part of a receipt that decides money; wei as text, since it is stored as JSON. */
export interface StoredReceipt {
  readonly status: 'success' | 'reverted'
  /** Hash of the attempt that was mined. */
  readonly hash: Hex
  readonly blockNumber: number
  readonly blockHash: Hex
  readonly gasUsed: string
  readonly feeWei: string
  readonly logs: readonly ReceiptLog[]
}

export interface Operation {
  readonly operationId: string
  readonly state: OperationState
  readonly hash: Hex | null
  readonly confirmations: number
  readonly confirmationsNeeded: number
  /** From the first block that had it. */
  readonly receipt: StoredReceipt | null
}

/**
 * Result of an operation, for modules that move money by it: read from the node at this moment, or from the signer for an operation that it
 * never signed.
 */
export type OperationResult =
  | { readonly outcome: 'confirmed' | 'reverted'; readonly receipt: StoredReceipt }
  | { readonly outcome: 'refused' | 'superseded'; readonly receipt: null }
  /** Still open, also when an end was written or announced. */
  | { readonly outcome: 'open'; readonly receipt: null }

/** Signed by the key of one of our wallets, without an operation in the books. */
export interface FoundTransaction {
  readonly hash: Hex
  readonly wallet: SigningWallet
  readonly nonce: number
  /** As its data names it; without an operation of the books it is any text of that form. */
  readonly operationId: string | null
  readonly foundAt: Date
}
/** `shallow`: in a block that a reorganisation may still remove, or on which the nodes differ. */
export type FoundResult =
  | { readonly said: 'final'; readonly receipt: StoredReceipt }
  | { readonly said: 'shallow' }
  | { readonly said: 'nothing' }

/** Result of an operation on a node, by the hashes that the signer recorded. */
export type ChainResult =
  | { readonly said: 'final'; readonly receipt: StoredReceipt }
  /** None of its transactions can ever be mined. */
  | { readonly said: 'spent' }
  | { readonly said: 'nothing' }

export interface ContractCall {
  readonly target: Address
  readonly gasLimit: bigint
  readonly callData: Hex
}
export interface CallResult {
  readonly success: boolean
  readonly returnData: Hex
}

/** Reads of the chain for other modules. */
export interface ChainReads {
  /** All at the same block, in one batch; a call that fails is a result. */
  callMany(calls: readonly ContractCall[]): Promise<readonly CallResult[]>
  /** The same at the block with this hash. Refused when that block is not on the chain of the node. */
  callManyAt(blockHash: Hex, calls: readonly ContractCall[]): Promise<readonly CallResult[]>
  gasPriceWei(): Promise<bigint>
  /** Whether the hot wallet can pay the network for a call of so much gas, beyond its reserve for operations in flight. */
  canPayGas(gas: bigint): Promise<boolean>
  /** True when the network asks more for a place in a block than the operator's ceiling. */
  isAboveFeeCeiling(): Promise<boolean>
  /** Balance of the asset's token in the hot wallet, in base units. */
  hotBalance(asset: AssetCode): Promise<bigint>
  /** Simulates a swap of the hot wallet on the chain's present state without sending it. */
  dryRunSwap(data: Hex): Promise<{ outcome: 'runs'; gas: bigint } | { outcome: 'fails'; reason: string }>
}

export interface TokenHolder {
  readonly asset: AssetCode
  readonly address: Address
}

/** Balances of customers' deposit addresses at one block, and the factory's sweep target. */
export interface DepositCustody {
  /** Base units, of all holders together. */
  readonly held: Readonly<Record<AssetCode, bigint>>
  readonly sweepsGoTo: Address
}

/** Balances of the platform on the chain at one block, in base units. */
export interface Custody {
  readonly blockNumber: bigint
  /** Tokens of each asset. */
  readonly hot: Readonly<Record<AssetCode, bigint>>
  readonly cold: Readonly<Record<AssetCode, bigint>>
  /** COPT outside the treasury. */
  readonly coptOutside: bigint
}
/** Balances of the platform's wallets, in base units. */
export interface PlatformWallets {
  readonly wallets: readonly {
    readonly name: SigningWallet | 'cold'
    readonly address: Address
    readonly etherWei: bigint
    readonly balances: readonly { readonly asset: AssetCode; readonly amount: bigint }[]
  }[]
  readonly coptSupply: bigint
  readonly gasPriceWei: bigint
  /** The part of the hot wallet's ether that new swaps do not use. */
  readonly gasReserveWei: bigint
}
/** Effect of one operation on those balances. */
export interface ChainEffect extends Pick<Custody, 'hot' | 'cold' | 'coptOutside'> {
  /** True when it is settled and so deep that it is not checked for a reorganisation any more. */
  readonly isFinal: boolean
}

/** Tokens that arrived from the cold wallet in the hot one, by a transaction that was made outside. */
export interface ColdArrival {
  readonly asset: AssetCode
  readonly amount: bigint
  readonly transactionHash: Hex
  /** Position of the log within its transaction. */
  readonly position: number
  readonly blockNumber: bigint
}

/** Intent of an operation that was decided before. */
export interface DecidedIntent extends Pick<TransactionIntent, 'wallet' | 'kind' | 'ref'> {
  readonly request: { readonly chainId: number; readonly to: Address; readonly data: Hex; readonly gas: string }
  readonly state: OperationState
}
/** For use cases that run in groups (platform/unit-of-work). */
export interface BlockchainInGroups {
  /** Fact of an intent; null for a new operation. `operation`: name of the key that is its id. */
  decided(operation: string): Fact<DecidedIntent | null>
  // biome-ignore lint/suspicious/noExplicitAny: rows of several types
  readonly kinds: readonly Kind<any>[]
  /** As `submitWithin`. The use case has events among its kinds. */
  submit(work: Work, decided: DecidedIntent | null, intent: TransactionIntent): void
}

export interface Blockchain extends MountedModule {
  readonly inGroups: BlockchainInGroups
  /** Operations of the platform's wallets that are late. */
  readonly stopped: readonly StuckSource[]
  readonly reads: ChainReads
  readonly blocks: ChainBlocks
  readonly figures: Gauges
  /** Age of the newest block. */
  readonly health: HealthCheck
  /** Checks the node. Throws `NodeUnavailable` while it does not answer or is on another chain: then nothing is read from it. */
  checkNode(): Promise<void>
  readonly deployment: ChainDeployment
  readonly confirmationsNeeded: number
  /**
   * Writes the intent in the caller's transaction and leaves the rest to jobs. The same id with another content is a bug and throws.
   */
  submitWithin(tx: Transaction, intent: TransactionIntent): Promise<void>
  /** Sends signed bytes and checks sent ones now, instead of at the next pass. */
  follow(): Promise<void>
  /** The stored row, for screens. */
  operation(operationId: string, connection?: Connection): Promise<Operation | null>
  /** For postings. Throws while the node does not answer, or does not show the end of the row. */
  result(operationId: string): Promise<OperationResult>
  operations(operationIds: readonly string[]): Promise<ReadonlyMap<string, Operation>>
  /** For the reconciliation: the chain's side of the books, at its newest block. */
  custody(): Promise<Custody>
  /** Total balance of these addresses at this block, and the sweep target; null when the chain has another block there. */
  depositCustody(holders: readonly TokenHolder[], block: Pick<BlockHead, 'number' | 'hash'>): Promise<DepositCustody | null>
  /** Wei of each of these addresses at this block; null when the chain has another block there. */
  depositEther(addresses: readonly Address[], block: Pick<BlockHead, 'number' | 'hash'>): Promise<readonly bigint[] | null>
  platformWallets(): Promise<PlatformWallets>
  /** In these blocks, both included; none when there is no cold wallet. */
  coldArrivals(fromBlock: bigint, toBlock: bigint): Promise<readonly ColdArrival[]>
  /** Whether the chain has positively lost a transaction. False proves nothing. Throws while the node is not trusted. */
  isPositivelyLost(lost: LostTransaction): Promise<boolean>
  /** Whether an operation that the ledger settled is lost, and the chain has not yet shown its end: no freeze is lifted meanwhile. */
  hasLostOperation(connection: Connection): Promise<boolean>
  /** Withdrawals whose settled transfer the chain lost and did not repeat unchanged, by their rows: only candidates for a check. */
  unrepeatedTransfers(connection: Connection): Promise<readonly string[]>
  /** Transactions of our wallets that no operation has. */
  foundTransactions(connection: Connection): Promise<readonly FoundTransaction[]>
  /** Result of each on chain at this moment. Throws while a node is not trusted. */
  readFound(found: readonly FoundTransaction[]): Promise<ReadonlyMap<Hex, FoundResult>>
  /** Balance changes of the tokens of these logs. */
  movedBy(logs: readonly ReceiptLog[]): Omit<ChainEffect, 'isFinal'>
  /** Result of an operation on chain at this moment. Throws while a node is not trusted, or the nodes differ. */
  chainResult(operationId: string): Promise<ChainResult>
  /** Last block that does not change any more, by the operator's finality setting. */
  finalBlock(): Promise<bigint>
  /** Depth in blocks at which a credited block is final: beyond it no reversal is decided by the chain alone. */
  readonly finalDepth: number
  effectsUntil(operationIds: readonly string[], blockNumber: bigint): Promise<ReadonlyMap<string, ChainEffect>>
}
