/** Three days of activity of the demo customer, by HTTP, for journeys with a used account. */
import { type CallFailed, client } from '@tunjo/contract/client'
import { demo } from '@tunjo/contract/demo'
import { payments } from '@tunjo/contract/payments'
import { trading } from '@tunjo/contract/trading'
import { CUSTOMER, signIn, stepUpGrant } from '../e2e/sign-in.ts'
import { until } from '../e2e/until.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PATIENCE_MS = 60_000

export async function makeMovements(url: string): Promise<void> {
  const { deposit, withdraw, buy, wait } = customerAt(url)
  await deposit(9_500_000n)
  await wait(21 * HOUR_MS)
  await buy('USDT', 3_200_000)
  await buy('BTC', 1_800_000)
  await wait(26 * HOUR_MS)
  await deposit(2_400_000n)
  await withdraw(1_350_000n)
  await wait(3 * HOUR_MS)
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what the customer of the film does, an action each
function customerAt(url: string) {
  let token = signIn(url, CUSTOMER)
  const calls = client(
    { ...payments, ...trading, ...demo },
    async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${await token}`)
      headers.set('idempotency-key', crypto.randomUUID())
      return fetch(`${url}${path}`, { ...init, headers })
    },
    async ({ method, path }, values) => stepUpGrant(url, await token, `${method} ${path}`, values, CUSTOMER.email),
  )
  /** The clock moves further than a token lives. */
  const wait = async (milliseconds: number) => {
    await calls.advanceClock({ body: { milliseconds } })
    token = signIn(url, CUSTOMER)
  }
  const settled = () =>
    isSo(
      'no movement is pending',
      async () => (await calls.history({ body: { pageIndex: 0, size: 1, stateGroup: 'pending' } })).total === 0,
    )

  async function payroll(): Promise<string> {
    const account = (await calls.accounts({})).find(({ alias }) => alias === 'Nómina')
    if (!account) throw new Error('The demo customer has no account Nómina.')
    return account.id
  }

  async function tokenId(symbol: string): Promise<number> {
    const token = (await calls.balancesOf({})).find((each) => each.symbol === symbol)
    if (!token) throw new Error(`There is no token ${symbol}.`)
    return token.id
  }

  return {
    wait,
    async deposit(pesos: bigint) {
      const body = { accountID: await payroll(), amount: pesos * 100n, acceptedPolicy: true, acceptedPersonalData: true }
      await approveAtBank(new URL(await calls.deposit({ body })))
      await settled()
    },
    async withdraw(pesos: bigint) {
      await calls.withdraw({ body: { account: await payroll(), amount: pesos * 100n } })
      // After its cancellation window.
      await wait(MINUTE_MS)
      await settled()
    },
    async buy(symbol: string, pesos: number) {
      let id = ''
      const [tokenIn, tokenOut] = await Promise.all([tokenId('COPT'), tokenId(symbol)])
      // After a leap of the clock no trade is possible until the prices are fresh again.
      await isSo('the market is open', async () => {
        const trade = await calls
          .trade({ body: { tradeType: 'input', tokenIn, tokenOut, amountIn: String(pesos) } })
          .catch((error: CallFailed) => (error.status === 503 ? null : Promise.reject(error)))
        id = trade?.id ?? ''
        return trade !== null
      })
      await isSo('the trade is settled', async () => (await calls.tradeById({ params: { id } })).state === 'settled')
    },
  }
}

/** The person's choice on the page of the sandbox bank. */
async function approveAtBank(page: URL): Promise<void> {
  const body = new URLSearchParams({ ticket: page.searchParams.get('ticket') ?? '', outcome: 'APPROVED' })
  await fetch(`${page.origin}${page.pathname}`, { method: 'POST', redirect: 'manual', body })
}

const isSo = (what: string, ask: () => Promise<boolean>): Promise<boolean> =>
  until(what, PATIENCE_MS, async () => (await ask()) || undefined)
