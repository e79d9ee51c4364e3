import type { Page } from 'playwright-core'

/** A PSE deposit by its form, on a page that shows the wallet; the bank answers as told. */
export async function payIn(page: Page, pesos: string, answer: 'Aprobar' | 'Rechazar' = 'Aprobar'): Promise<void> {
  await page.getByRole('button', { name: 'Abonar' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Deposito' })
  await dialog.getByLabel('Valor a depositar').fill(pesos)
  await dialog.getByRole('radio', { name: /Nómina/ }).check()
  // The two documents of the payment provider come later than the form.
  for (const place of [0, 1]) await dialog.getByRole('checkbox').nth(place).check()
  const [bank] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Depositar' }).click()])
  await bank.getByRole('button', { name: answer }).click()
  await bank.waitForURL(/\/application\/wallets/)
  await bank.close()
}
