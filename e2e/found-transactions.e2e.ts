/**
 * Transacciones fuera de los libros (ADM-15, G2): tokens left the hot wallet by a transaction that no book has, as after a restored copy. An officer comes
 * from the difference on Balance to Wallet, asks for the booking, and a second one approves it. At a desk and on a phone.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { encodeFunctionData, parseGwei } from 'viem'
import { expect, it } from 'vitest'
import { chainClient } from '../server/src/chain/client.ts'
import { readDeployment } from '../server/src/chain/deployment.ts'
import { readWallets } from '../server/src/chain/mnemonic.ts'
import { sendSigned } from '../server/src/chain/send-signed.ts'
import { ERC20_ABI } from '../server/src/chain/uniswap.ts'
import { accessibilityViolations, DESKTOP, overhang, PHONE, resize, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { approvedByMail, OFFICER, openSession, SECOND_OFFICER } from './sign-in.ts'

const TITLE = 'Transacciones fuera de los libros'
const BOOKING = 'Registrar una transacción que no está en los libros'
const FOUND = { timeout: 60_000 }
const { product, browser } = await startJourney()

/** Send three USDT with the wallet's key to an outside address, at its next nonce. */
async function sendFromHotWallet(): Promise<void> {
  const { env } = JSON.parse(readFileSync(join(product.dataDir, 'embedded.json'), 'utf8')) as { env: Record<string, string> }
  const deployment = readDeployment(env.CHAIN_DEPLOYMENT_FILE ?? '')
  const client = chainClient(env.CHAIN_RPC_URL ?? '', { timeoutMs: 10_000 })
  const { hot } = readWallets(env.CHAIN_MNEMONIC_FILE ?? '')
  const args = ['0x52908400098527886E0F7030069857D2E4169EE7', 3_000_000n] as const
  const signed = await hot.signTransaction({
    type: 'eip1559',
    chainId: deployment.chainId,
    nonce: await client.getTransactionCount({ address: deployment.hotWallet }),
    to: deployment.tokens.USDT,
    data: encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args }),
    gas: 100_000n,
    maxFeePerGas: parseGwei('100'),
    maxPriorityFeePerGas: parseGwei('1'),
  })
  await sendSigned(client, signed)
}

async function shown(page: Page, name: string): Promise<void> {
  for (const size of [DESKTOP, PHONE]) {
    await resize(page, size)
    expect.soft(await overhang(page, size), `${name} ${size.width}`).toBe(0)
    expect.soft(await accessibilityViolations(page), `${name} ${size.width}`).toEqual([])
    const folder = process.env.PICTURES
    if (folder) await page.screenshot({ path: `${folder}/${name}-${size.width}.png`, fullPage: true })
  }
  await resize(page, DESKTOP)
}

it('ADM-15 G2 a transaction in no book is reached from its difference, and two officers book it', async () => {
  await sendFromHotWallet()
  const { page } = await visit(browser, product.url)
  await openSession(page, OFFICER)
  await page.goto('/application/administrative/financial/balance')
  await page.getByRole('button', { name: 'Ver: Monedas en la cadena, USDT' }).click(FOUND)
  await page.getByRole('link', { name: 'Ver transacciones fuera de los libros en Wallet' }).click()
  const table = page.getByRole('table', { name: TITLE })
  await table.getByText('Una decisión de dos personas').waitFor(FOUND)
  await shown(page, 'found-list')
  await table.getByRole('button', { name: /^Ver la transacción/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Transacción fuera de los libros' })
  await dialog.getByRole('radio', { name: 'No es de ningún retiro' }).check()
  await dialog.getByLabel('Motivo del registro').fill('La copia restaurada no la conoce.')
  await shown(page, 'found-dialog')
  await approvedByMail(page, product.url, OFFICER.email, () => dialog.getByRole('button', { name: 'Pedir el registro' }).click())
  await dialog.waitFor({ state: 'detached' })
  const second = await visit(browser, product.url)
  await openSession(second.page, SECOND_OFFICER)
  await second.page.goto('/application/administrative/approvals')
  await second.page.getByRole('row').filter({ hasText: BOOKING }).getByRole('button', { name: /^Ver/ }).click()
  const inbox = second.page.getByRole('dialog', { name: BOOKING })
  await inbox.getByText('-3.00 USDT').or(inbox.getByText('-3 USDT')).first().waitFor()
  await approvedByMail(second.page, product.url, SECOND_OFFICER.email, () => inbox.getByRole('button', { name: 'Aprobar' }).click())
  await second.page.getByText('Aprobada y ejecutada.').waitFor()
  await table.getByText('Registrada', { exact: true }).waitFor(FOUND)
})
