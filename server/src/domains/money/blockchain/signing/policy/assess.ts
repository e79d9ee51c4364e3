/**
 * Signing policy: whether an intent may be signed. The intent is only a request: a compromised web process can write any. The signer reads
 * its purpose again itself and decodes its bytes, and both have to agree (docs/decisions/0019-inputs-of-the-signer.md).
 */
import {
  BaseError,
  decodeFunctionResult,
  ExecutionRevertedError,
  encodeFunctionData,
  isAddressEqual,
  maxUint256,
  RawContractError,
} from 'viem'
import { DepositForwarderFactory } from '../../../../../../../solidity/artifacts.generated.ts'
import type { ChainClient } from '../../../../../chain/client.ts'
import type { ChainDeployment } from '../../../../../chain/deployment.ts'
import { ERC20_ABI, QUOTER_ABI } from '../../../../../chain/uniswap.ts'
import type { Database, Transaction } from '../../../../../platform/database/database.ts'
import { Refused } from '../../../../../platform/http/refusal.ts'
import type { EvidenceSeals } from '../../../../../platform/secrets/evidence-seals.ts'
import type { Clock } from '../../../../../platform/time/clock.ts'
import type { Ledger } from '../../../ledger/index.ts'
import { holdIdOfTrade, operationIdOf } from '../../operation-ids.ts'
import type { IntentRow } from '../../store.ts'
import { seenSince } from '../book-store.ts'
import { countSince, findColdSweepEvidence, findPesosMoved, findTradeEvidence, findWithdrawalEvidence } from '../evidence-store.ts'
import { checkColdSweep } from './cold-sweep.ts'
import { checkPublish } from './publish.ts'
import { checkSupply, isFollowed, SUPPLY_POSTINGS, supplyPurposeOf } from './supply.ts'
import { checkSwap, type DecodedSwap, decodeSwaps } from './swap.ts'
import { checkSweep, decodeSweep, type SweepFacts } from './sweep.ts'
import { checkTransfer, decodeTransfer, type TransferPolicy } from './transfer.ts'
import { refused, type Verdict } from './verdict.ts'

export interface AssessContext {
  readonly db: Database
  readonly ledger: Pick<Ledger, 'provedHold' | 'provedTransfer'>
  readonly client: ChainClient
  readonly deployment: ChainDeployment
  readonly priceToleranceBps: bigint
  readonly approvalFrom: TransferPolicy['approvalFrom']
  readonly addressAgeMs: number
  readonly seals: EvidenceSeals
  readonly sweepMinimums: SweepFacts['minimums']
  readonly clock: Clock
}

/** More than any call of the product takes, less than an amount that would drain the wallet of its ether. */
const GAS_MAX = 2_000_000n
const DAY_MS = 24 * 3_600_000

export async function assess(context: AssessContext, intent: IntentRow): Promise<Verdict> {
  try {
    return await assessKind(context, intent)
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'ledger.unproved') return refused('the ledger does not prove what it stands on')
    throw error
  }
}

async function assessKind(context: AssessContext, intent: IntentRow): Promise<Verdict> {
  const { wallet, kind, request } = intent
  if (request.chainId !== context.deployment.chainId) return refused('another chain')
  if (BigInt(request.gas) > GAS_MAX) return refused('more gas than any call of the product takes')
  if (wallet !== (kind === 'mint' ? 'treasury' : 'hot')) return refused('wrong wallet')
  if (kind === 'publish') return assessPublish(context, intent)
  if (kind === 'swap') return assessSwap(context, intent)
  if (kind === 'transfer') return assessTransfer(context, intent)
  if (kind === 'to_cold') return assessColdSweep(context, intent)
  return kind === 'sweep' ? assessSweep(context, intent) : assessSupply(context, intent, kind)
}

async function assessSwap(context: AssessContext, { operationId, ref, request }: IntentRow): Promise<Verdict> {
  const { db, ledger, deployment, priceToleranceBps: toleranceBps } = context
  if (operationId !== operationIdOf('trading.swap', ref)) return refused('the operation is not that of its trade')
  if (!isAddressEqual(request.to, deployment.swapRouter)) return refused('not the swap router')
  const swaps = readable(() => decodeSwaps(request.data))
  if (!swaps) return refused('the call cannot be read')
  const evidence = await oneMoment(db, async (tx) => ({
    trade: await findTradeEvidence(tx, ref),
    hold: await ledger.provedHold(holdIdOfTrade(ref), tx),
  }))
  const facts = { swaps, ...evidence, toleranceBps }
  // The chain is asked only after all other checks: the answer of an unknown pool decides nothing.
  const beforePrice = checkSwap(
    { ...facts, quoted: swaps.map((swap) => (swap.tradeType === 'input' ? swap.amountOut : swap.amountIn)) },
    deployment,
  )
  if (beforePrice.outcome !== 'sign') return beforePrice
  return checkSwap({ ...facts, quoted: await Promise.all(swaps.map((swap) => quote(context, swap))) }, deployment)
}

/** Null when the pools have no price; throws when the node does not answer. */
async function quote({ client, deployment }: AssessContext, { tradeType, path, amountIn, amountOut }: DecodedSwap): Promise<bigint | null> {
  const functionName = tradeType === 'input' ? 'quoteExactInput' : 'quoteExactOutput'
  const data = encodeFunctionData({ abi: QUOTER_ABI, functionName, args: [path, tradeType === 'input' ? amountIn : amountOut] })
  try {
    const { data: answer } = await client.call({ to: deployment.quoter, data })
    return answer ? decodeFunctionResult({ abi: QUOTER_ABI, functionName, data: answer })[0] : null
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError || cause instanceof RawContractError))
      return null
    throw error
  }
}

async function assessSweep({ client, deployment, sweepMinimums: minimums }: AssessContext, intent: IntentRow): Promise<Verdict> {
  const { operationId, ref, request } = intent
  if (operationId !== operationIdOf('crypto.sweep', ref)) return refused('the operation is not that of its sweep')
  const sweep = readable(() => decodeSweep(request.data, deployment))
  if (!sweep) return refused('the call cannot be read')
  const facts = { to: request.to, gas: BigInt(request.gas), sweep, minimums }
  // An unknown contract is not asked for its balance.
  const beforeBalance = checkSweep({ ...facts, lies: maxUint256, goesTo: deployment.hotWallet }, deployment)
  if (beforeBalance.outcome !== 'sign') return beforeBalance
  const [lies, goesTo] = await Promise.all([
    client.readContract({ address: sweep.token, abi: ERC20_ABI, functionName: 'balanceOf', args: [sweep.forwarder] }),
    client.readContract({ address: deployment.forwarderFactory, abi: DepositForwarderFactory.abi, functionName: 'destination' }),
  ])
  return checkSweep({ ...facts, lies, goesTo }, deployment)
}

async function assessTransfer(context: AssessContext, intent: IntentRow): Promise<Verdict> {
  const { db, ledger, deployment, seals, clock, approvalFrom, addressAgeMs } = context
  const { operationId, ref, request } = intent
  if (operationId !== operationIdOf('crypto.withdrawal', ref)) return refused('the operation is not that of its withdrawal')
  const transfer = readable(() => decodeTransfer(request.data))
  if (!transfer) return refused('the call cannot be read')
  const evidence = await oneMoment(db, async (tx) => {
    const withdrawal = await findWithdrawalEvidence(tx, ref)
    const seenAt = withdrawal && (await seenSince(tx, { ...withdrawal, id: withdrawal.savedAddressId }))
    return { withdrawal, seenAt, hold: await ledger.provedHold(ref, tx) }
  })
  const policy = { approvalFrom, addressAgeMs }
  const facts = { to: request.to, gas: BigInt(request.gas), transfer, ...evidence, seals, now: clock.now(), policy }
  return checkTransfer(facts, deployment)
}

async function assessColdSweep({ db, deployment, seals }: AssessContext, intent: IntentRow): Promise<Verdict> {
  const { operationId, ref, request } = intent
  if (operationId !== operationIdOf('treasury.sweep', ref)) return refused('the operation is not that of its sweep')
  const transfer = readable(() => decodeTransfer(request.data))
  if (!transfer) return refused('the call cannot be read')
  const sweep = await findColdSweepEvidence(db, ref)
  return checkColdSweep({ to: request.to, gas: BigInt(request.gas), transfer, sweep, seals }, deployment)
}

async function assessPublish({ db, deployment, clock }: AssessContext, { operationId, ref, request }: IntentRow): Promise<Verdict> {
  if (operationId !== operationIdOf('blockchain.publish', ref)) return refused('the operation is not that of its head')
  return checkPublish(request, await countSince(db, 'publish', new Date(clock.now().getTime() - DAY_MS)), deployment)
}

async function assessSupply({ db, ledger, deployment }: AssessContext, intent: IntentRow, kind: 'mint' | 'burn'): Promise<Verdict> {
  const { operationId, ref, request } = intent
  const purpose = supplyPurposeOf(kind, operationId, ref)
  if (!purpose) return refused('the operation is not that of its movement of pesos')
  const pesosMoved = await oneMoment(db, async (tx) => {
    const ids = await findPesosMoved(tx, { ref, ...SUPPLY_POSTINGS[purpose] })
    const proved: bigint[] = []
    for (const id of ids) {
      const posting = await ledger.provedTransfer(id, tx)
      if (posting && isFollowed(kind, posting)) proved.push(posting.amount)
    }
    return proved.length === 1 ? (proved[0] ?? null) : null
  })
  return (
    readable(() => checkSupply({ kind, to: request.to, data: request.data, pesosMoved }, deployment)) ?? refused('the call cannot be read')
  )
}

/** One snapshot, because balances move while they are read. */
const oneMoment = <T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Bytes of an outsider are data: bytes that cannot be decoded are no fault of the product. */
function readable<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
