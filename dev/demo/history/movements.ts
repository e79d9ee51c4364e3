/** Money movements of a customer of the demo, each with the step's name as idempotency key. */
import { CallFailed, type Client, type SendOptions } from '@tunjo/contract/client'
import { crypto } from '@tunjo/contract/crypto'
import { demoFaucet } from '@tunjo/contract/demo'
import { identity } from '@tunjo/contract/identity'
import { payments, STATE_GROUP } from '@tunjo/contract/payments'
import { trading } from '@tunjo/contract/trading'
import { pollUntil } from './poll-until.ts'
import type { Site } from './types.ts'
import { type Credentials, visitorAt } from './visitor.ts'

const MONEY = { ...payments, ...trading }
const TOKENS = { ...identity, ...crypto, ...demoFaucet }
type Money = Client<typeof MONEY>
type Tokens = Client<typeof TOKENS>

/** Longer than the cancellation window of a withdrawal, and than the bank takes. */
const PAYOUT_MS = 90_000
const TOO_EARLY = 503

export type BankAnswer = 'APPROVED' | 'DECLINED' | 'PENDING'
export type TokenSymbol = 'COPT' | 'USDT' | 'BTC'

export interface Swap {
  readonly sell: TokenSymbol
  readonly buy: TokenSymbol
  /** Amount of the sold asset. */
  readonly amount: string
}

export interface Customer {
  deposit(name: string, pesos: number, answer?: BankAnswer): Promise<void>
  /** `alias` is the account's; returns once the bank has decided. */
  withdraw(name: string, pesos: number, alias: string): Promise<void>
  /** The same, left for an officer to release. */
  askToWithdraw(name: string, pesos: number, alias: string): Promise<void>
  swap(name: string, swap: Swap): Promise<void>
  receive(asset: 'USDT' | 'BTC', amount: string): Promise<void>
}

export function customerAt(site: Site, credentials: Credentials): Customer {
  const visitor = visitorAt(site, credentials)
  const calls = visitor(MONEY)
  async function askToWithdraw(name: string, pesos: number, alias: string): Promise<string> {
    const account = await accountOf(calls, alias)
    const asked = await calls.withdraw({ body: { account, amount: cents(pesos) } }, keyed(name))
    return asked.transactionId
  }
  return {
    deposit: (name, pesos, answer = 'APPROVED') => deposit(site, calls, { name, pesos, answer }),
    askToWithdraw: async (...request) => void (await askToWithdraw(...request)),
    async withdraw(...request) {
      const id = await askToWithdraw(...request)
      await site.pass(PAYOUT_MS)
      await pollUntil(site, 'the withdrawal has ended', async () => {
        const { state } = await calls.transaction({ params: { id } })
        return STATE_GROUP[state] === 'pending' ? undefined : state
      })
    },
    swap: (name, swap) => trade(site, calls, name, swap),
    receive: (asset, amount) => receive(site, visitor(TOKENS), asset, amount),
  }
}

const keyed = (name: string): SendOptions => ({ headers: { 'idempotency-key': `demo-${name}` } })
const cents = (pesos: number): bigint => BigInt(pesos) * 100n

async function accountOf(calls: Money, alias: string): Promise<string> {
  const account = (await calls.accounts({})).find((one) => one.alias === alias)
  if (!account) throw new Error(`there is no account ${alias}`)
  return account.id
}

interface Payment {
  readonly name: string
  readonly pesos: number
  readonly answer: BankAnswer
}

async function deposit(site: Site, calls: Money, { name, pesos, answer }: Payment): Promise<void> {
  const [account] = await calls.accounts({})
  if (!account) throw new Error('there is no bank account')
  const body = { accountID: account.id, amount: cents(pesos), acceptedPolicy: true, acceptedPersonalData: true }
  const link = new URL(await calls.deposit({ body }, keyed(name)))
  // The person's choice on the page of the sandbox bank, which ignores a second answer.
  const choice = new URLSearchParams({ ticket: link.searchParams.get('ticket') ?? '', outcome: answer })
  await fetch(`${link.origin}${link.pathname}`, { method: 'POST', redirect: 'manual', body: choice, signal: site.signal })
  if (answer === 'PENDING') return
  await pollUntil(site, 'no deposit is pending', async () => {
    const { total } = await calls.deposits({ body: { pageIndex: 0, size: 1, stateGroup: 'pending' } })
    return total === 0 || undefined
  })
}

async function trade(site: Site, calls: Money, name: string, { sell, buy, amount }: Swap): Promise<void> {
  const balances = await calls.balancesOf({})
  const idOfToken = (symbol: TokenSymbol) => balances.find((token) => token.symbol === symbol)?.id ?? -1
  const body = { tradeType: 'input', tokenIn: idOfToken(sell), tokenOut: idOfToken(buy), amountIn: amount } as const
  await site.askForPrices()
  const id = await pollUntil(site, 'the market is open', async () => {
    const asked = await calls.trade({ body }, keyed(name)).catch((error: unknown) => {
      if (error instanceof CallFailed && error.status === TOO_EARLY) return undefined
      throw error
    })
    return asked?.id
  })
  await pollUntil(site, 'the trade is settled', async () => {
    const { state } = await calls.tradeById({ params: { id } })
    return state === 'settled' || undefined
  })
}

/** The chain has no idempotency key: tokens that arrived already are detected. */
async function receive(site: Site, tokens: Tokens, asset: 'USDT' | 'BTC', amount: string): Promise<void> {
  const userId = await tokens.account({}).then(({ id }) => id)
  const found = async () => {
    const { results } = await tokens.deposits({ params: { userId }, query: { pageIndex: 0, size: 10 } })
    return results.find((one) => one.asset === asset && one.amount === amount)
  }
  const { address } = await tokens.depositAddress({ params: { userId } })
  if (!(await found())) await tokens.sendTokens({ body: { address, asset, amount } })
  await pollUntil(site, 'the tokens are credited', async () => (await found())?.state === 'COMPLETED' || undefined)
}
