import type { Locator, Page } from 'playwright-core'
import { post } from './sign-in.ts'
import { until } from './until.ts'

const CREDITED_MS = 30_000

type Answer = 'Aprobar' | 'Rechazar' | 'Dejar pendiente'

/**
 * Make a PSE deposit by its form, on a page that shows the wallet; the bank gives `answer`. Answers the tab that came back from the bank.
 */
export async function payAtBank(page: Page, pesos: string, answer: Answer): Promise<Page> {
  await page.getByRole('button', { name: 'Abonar' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Deposito' })
  await dialog.getByLabel('Valor a depositar').fill(pesos)
  await chooseAccount(dialog, 'Nómina')
  return answerAtBank(page, answer)
}

/** Choose the bank account of a form, with one saved account or with several. */
export async function chooseAccount(form: Locator, alias: string): Promise<void> {
  const only = form.getByRole('radio', { name: alias })
  const list = form.getByRole('combobox', { name: 'Cuenta bancaria' })
  await only.or(list).first().waitFor()
  if (await only.count()) return only.check()
  const id = await list.locator('option', { hasText: alias }).getAttribute('value')
  await list.selectOption(id)
}

/** Fill in the rest of the form, once it has an amount and an account. */
export async function answerAtBank(page: Page, answer: Answer): Promise<Page> {
  const dialog = page.getByRole('dialog', { name: 'Deposito' })
  // The two documents of the payment provider load after the form.
  for (const place of [0, 1]) await dialog.getByRole('checkbox').nth(place).check()
  const [bank] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Depositar' }).click()])
  await bank.getByRole('button', { name: answer }).click()
  await bank.waitForURL(/\/application\/wallets/)
  return bank
}

export async function payIn(page: Page, pesos: string, answer: Answer = 'Aprobar'): Promise<void> {
  const bank = await payAtBank(page, pesos, answer)
  // Its session is renewed while it loads: closed before, the answer with the next token would be lost.
  await bank.locator('main h1').first().waitFor()
  await bank.close()
}

/** Make the same deposit by the calls of the screens; answers its id once it is credited. */
export async function paidDeposit(url: string, token: string, accountID: string, amount: string): Promise<string> {
  const body = { accountID, amount, acceptedPolicy: true, acceptedPersonalData: true }
  const bank = new URL(await post<string>(url, '/payment/deposit', body, token))
  const answer = new URLSearchParams({ ticket: bank.searchParams.get('ticket') ?? '', outcome: 'APPROVED' })
  await fetch(bank.origin + bank.pathname, { method: 'POST', body: answer, redirect: 'manual' })
  return until('the deposit is credited', CREDITED_MS, async () => {
    const complete = { stateGroup: 'complete' }
    const { results } = await post<{ results: { transactionId: string }[] }>(url, '/payment/transactions/user/deposits', complete, token)
    return results[0]?.transactionId
  })
}
