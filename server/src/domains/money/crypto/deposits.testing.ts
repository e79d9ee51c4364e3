/** A customer with a deposit address on a test's database and chain, and the actions of deposit tests. */
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, type Hash, type Hex } from 'viem'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import type { TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase } from '../../../../../dev/testing/database.ts'
import { DepositForwarderFactory } from '../../../../../solidity/artifacts.generated.ts'
import { sendSigned } from '../../../chain/send-signed.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { saltOf } from './addresses/deposit-address.ts'
import { CONFIRMATIONS, createTestCrypto } from './testing.ts'

export type DepositBench = Awaited<ReturnType<typeof openDepositBench>>

export async function openDepositBench(chain: TestChain, env: Environment = {}) {
  const database = await createTestDatabase()
  const test = createTestCrypto(database.connection, { ...chain.env, ...env }, env)
  const customer = newId()
  const own = (await test.address(customer)).address as Address
  await test.crypto.follow()
  const { deployment } = chain
  const rpc = jsonRpc(chain.rpcUrl)
  const mine = async (blocks = 1) => {
    for (let block = 0; block < blocks; block++) await rpc('evm_mine')
  }
  const send = (token: 'COPT' | 'BTC' | 'USDT', amount: bigint, to: Address = own) =>
    chain.send('visitor', deployment.tokens[token], encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] }))
  /** Mine until deposits are credited. */
  const settle = async () => {
    await mine(CONFIRMATIONS)
    await test.crypto.follow()
  }
  const sweepCall = (tokens: readonly Address[]) =>
    encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args: [saltOf(customer), tokens] })
  const books = (name: string, asset: AssetCode) => test.ledger.balance(systemAccount(name, asset)).then(({ posted }) => posted)
  return {
    database,
    test,
    customer,
    own,
    mine,
    send,
    settle,
    books,
    balance: (asset: AssetCode, owner = customer) => test.ledger.balance(customerAccount(owner, asset)),
    states: async () => (await test.deposits(customer)).map(({ state }) => state),
    tamper: (change: string) => sql.raw(`UPDATE crypto.deposit SET ${change}`).execute(database.db),
    frozen: async () => (await test.ledger.freezes()).map(({ asset }) => asset),
    /** Put the same bytes into another block. */
    async sendAgain(hash: Hash, raw: Hex) {
      await sendSigned(chain.client, raw)
      await mine()
      await chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    },
    rawOf: (hash: Hash) => rpc<Hex>('eth_getRawTransactionByHash', [hash]),
    sweepCall,
    sweep: (token: 'COPT' | 'BTC' | 'USDT') => chain.send('visitor', deployment.forwarderFactory, sweepCall([deployment.tokens[token]])),
    async close() {
      await checkBooks(test.ledger)
      await test.stop()
      await database.drop()
    },
  }
}
