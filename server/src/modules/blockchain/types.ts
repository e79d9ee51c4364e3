/** What blockchain offers other modules. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Address, Hex } from 'viem'
import type { ChainDeployment } from '../../chain/deployment.ts'
import type { OperationKind, OperationState } from '../../events.ts'
import type { Connection, Transaction } from '../../platform/database.ts'
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'
import type { StoppedSource } from '../../platform/stopped-operations.ts'
import type { LostTransaction } from './absence.ts'
import type { BlockHead, ChainBlocks } from './chain-blocks.ts'

/** Wallets of the house that sign. */
export const SIGNING_WALLETS = ['hot', 'treasury'] as const
export type SigningWallet = (typeof SIGNING_WALLETS)[number]
export type { OperationKind, OperationState } from '../../events.ts'
export type { BlockHead, ChainBlock, ChainBlocks, MinedTransaction, MinedTransfer } from './chain-blocks.ts'

/** One thing to be done on the chain, once. Everything the transaction will hold but its nonce. */
export interface TransactionIntent {
  /** Client-made UUID: the same id is done once, whatever happens. */
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
  /** Of the attempt that was mined. */
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

/** What an operation came to, for whoever moves money by it: as the node says at this moment, or the signer of what it never signed. */
export type OperationResult =
  | { readonly outcome: 'confirmed' | 'reverted'; readonly receipt: StoredReceipt }
  | { readonly outcome: 'refused' | 'superseded'; readonly receipt: null }
  /** Not over, whatever was written or announced. */
  | { readonly outcome: 'open'; readonly receipt: null }

/** Signed by the key of one of our wallets, and of no operation that the books have. */
export interface FoundTransaction {
  readonly hash: Hex
  readonly wallet: SigningWallet
  readonly nonce: number
  /** As its data names it; of no operation of ours it is any text of that form. */
  readonly operationId: string | null
  readonly foundAt: Date
}
/** `shallow`: in a block that may still go, or of which the nodes do not say the same. */
export type FoundWord =
  | { readonly said: 'final'; readonly receipt: StoredReceipt }
  | { readonly said: 'shallow' }
  | { readonly said: 'nothing' }

/** What a node says of an operation, by the hashes that the signer wrote down. */
export type ChainWord =
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
  /** All at the same block, in one question; a call that fails is a result. */
  callMany(calls: readonly ContractCall[]): Promise<readonly CallResult[]>
  gasPriceWei(): Promise<bigint>
  /** Whether the hot wallet can pay the network for a call of so much gas, and what it keeps for those under way. */
  canPayGas(gas: bigint): Promise<boolean>
  /** Whether the network asks more for a place in a block than the operator lets anybody offer. */
  isAboveFeeCeiling(): Promise<boolean>
  /** What the hot wallet has of the asset's token, in base units. */
  hotBalance(asset: AssetCode): Promise<bigint>
  /** Runs a swap of the hot wallet on the chain's present state without sending it. */
  dryRunSwap(data: Hex): Promise<{ outcome: 'runs'; gas: bigint } | { outcome: 'fails'; reason: string }>
}

export interface TokenHolder {
  readonly asset: AssetCode
  readonly address: Address
}

/** What lies at addresses of customers at one block, and where the factory sends it. */
export interface DepositCustody {
  /** Base units, of all holders together. */
  readonly held: Readonly<Record<AssetCode, bigint>>
  readonly sweepsGoTo: Address
}

/** What the house has on the chain at one block, in base units. */
export interface Custody {
  readonly blockNumber: bigint
  /** Of the tokens of each asset. */
  readonly hot: Readonly<Record<AssetCode, bigint>>
  readonly cold: Readonly<Record<AssetCode, bigint>>
  /** COPT that somebody but the treasury has. */
  readonly coptOutside: bigint
}
/** What the house's wallets have, in base units. */
export interface HouseWallets {
  readonly wallets: readonly {
    readonly name: SigningWallet | 'cold'
    readonly address: Address
    readonly etherWei: bigint
    readonly balances: readonly { readonly asset: AssetCode; readonly amount: bigint }[]
  }[]
  readonly coptSupply: bigint
  readonly gasPriceWei: bigint
  /** Of the hot wallet's ether, what new swaps do not touch. */
  readonly gasReserveWei: bigint
}
/** What one operation changed of that. */
export interface ChainEffect extends Pick<Custody, 'hot' | 'cold' | 'coptOutside'> {
  /** Settled, and so deep that nobody looks again whether the chain took it back. */
  readonly isFinal: boolean
}

/** Tokens that came from the cold wallet into the hot one, by a transaction that was made outside. */
export interface ColdArrival {
  readonly asset: AssetCode
  readonly amount: bigint
  readonly transactionHash: Hex
  /** Of the log among those of its transaction. */
  readonly position: number
  readonly blockNumber: bigint
}

export interface Blockchain extends MountedModule {
  /** Operations of its own that stand longer than they should. */
  readonly stopped: readonly StoppedSource[]
  readonly reads: ChainReads
  readonly blocks: ChainBlocks
  readonly figures: Figures
  /** Looks at the node. Throws `NodeAway` while it does not answer or does not know our chain: then nothing is read from it. */
  checkNode(): Promise<void>
  readonly deployment: ChainDeployment
  readonly confirmationsNeeded: number
  /**
   * Writes the intent in the caller's transaction and leaves the rest to jobs. The same id with another content is a bug and throws.
   */
  submitWithin(tx: Transaction, intent: TransactionIntent): Promise<void>
  /** Sends what is signed and looks at what was sent, now instead of at the next pass. */
  follow(): Promise<void>
  /** As its row says, for screens. */
  operation(operationId: string, connection?: Connection): Promise<Operation | null>
  /** For postings. Throws while the node does not answer, or does not show an end that the row has. */
  result(operationId: string): Promise<OperationResult>
  operations(operationIds: readonly string[]): Promise<ReadonlyMap<string, Operation>>
  /** For the reconciliation: the chain's side of the books, at its newest block. */
  custody(): Promise<Custody>
  /** What these addresses hold together at this block, and where sweeps go; null when the chain has another block there. */
  depositCustody(holders: readonly TokenHolder[], block: Pick<BlockHead, 'number' | 'hash'>): Promise<DepositCustody | null>
  /** Wei that each of these addresses has at this block; null when the chain has another block there. */
  depositEther(addresses: readonly Address[], block: Pick<BlockHead, 'number' | 'hash'>): Promise<readonly bigint[] | null>
  houseWallets(): Promise<HouseWallets>
  /** In these blocks, both included; none when there is no cold wallet. */
  coldArrivals(fromBlock: bigint, toBlock: bigint): Promise<readonly ColdArrival[]>
  /** Whether the chain has lost a transaction, by a positive statement. False proves nothing. Throws while the node is not believed. */
  isPositivelyLost(lost: LostTransaction): Promise<boolean>
  /** Whether an operation that the ledger settled is lost, and the chain has not yet said what became of it: no freeze is lifted meanwhile. */
  hasLostOperation(connection: Connection): Promise<boolean>
  /** Withdrawals whose settled transfer the chain lost and did not repeat as it was, by their rows: only whom to ask about. */
  unrepeatedTransfers(connection: Connection): Promise<readonly string[]>
  /** Transactions of our wallets that no operation has. */
  foundTransactions(connection: Connection): Promise<readonly FoundTransaction[]>
  /** What the chain says of them at this moment. Throws while a node is not believed. */
  readFound(found: readonly FoundTransaction[]): Promise<ReadonlyMap<Hex, FoundWord>>
  /** What the tokens of these logs changed. */
  movedBy(logs: readonly ReceiptLog[]): Omit<ChainEffect, 'isFinal'>
  /** What the chain says of an operation at this moment. Throws while a node is not believed, or the nodes differ. */
  chainWord(operationId: string): Promise<ChainWord>
  /** What does not change any more, as far as the operator trusts the chain. */
  finalBlock(): Promise<bigint>
  /** So many blocks on a block make it final for what was credited by it: beyond that no reversal is a decision of the chain's word alone. */
  readonly finalDepth: number
  effectsUntil(operationIds: readonly string[], blockNumber: bigint): Promise<ReadonlyMap<string, ChainEffect>>
}
