/** Deposits of a customer of the demo, one after the other: each is credited, and none twice. */
import { post } from '../../e2e/sign-in.ts'
import { until } from '../../e2e/until.ts'
import { get } from '../../e2e/verified-person.ts'

/** Each deposit is of one peso more: a repeated one within a minute would be refused. */
const FIRST_PESOS = 20_000
/** A page of the list has a hundred, of which the customer of the demo has some. */
const DEPOSITS_MAX = 80
/** A job of a process that ends is taken over by another one after 30 seconds. */
const CREDITED_MS = 60_000

/** Answers their number. */
export async function depositUntil(signal: AbortSignal, url: string, token: () => Promise<string>): Promise<number> {
  const [account] = await get<{ id: string }[]>(url, '/payment/accounts/user/', await token())
  const before = await creditedCount(url, await token())
  let made = 0
  for (; !signal.aborted && made < DEPOSITS_MAX; made++) {
    await pay(url, await token(), account?.id ?? '', FIRST_PESOS + made)
    const wanted = before + made + 1
    await until('the deposit is credited', CREDITED_MS, async () =>
      (await creditedCount(url, await token())) >= wanted ? true : undefined,
    )
  }
  const credited = (await creditedCount(url, await token())) - before
  if (credited !== made) throw new Error(`${made} deposits were paid, and ${credited} are credited`)
  return made
}

async function creditedCount(url: string, token: string): Promise<number> {
  const body = { stateGroup: 'complete', pageIndex: 0, size: 100 }
  const { results } = await post<{ results: unknown[] }>(url, '/payment/transactions/user/deposits', body, token)
  return results.length
}

/** At the page of the bank, with its approval. */
async function pay(url: string, token: string, accountID: string, pesos: number): Promise<void> {
  const body = { accountID, amount: String(pesos), acceptedPolicy: true, acceptedPersonalData: true }
  const bank = new URL(await post<string>(url, '/payment/deposit', body, token))
  const answer = new URLSearchParams({ ticket: bank.searchParams.get('ticket') ?? '', outcome: 'APPROVED' })
  await fetch(bank.origin + bank.pathname, { method: 'POST', body: answer, redirect: 'manual' })
}
