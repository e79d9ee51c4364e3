/** Certification of tax residence: the notice on the home screen, the dialog, the change, and the officer's view (CARF). */
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, overhang, PHONE, resize, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { openScreen } from './open-screen.ts'
import { CUSTOMER, OFFICER, signInByForm } from './sign-in.ts'

const { product, browser } = await startJourney()
const { page } = await visit(browser, product.url, PHONE)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog', { name: 'Residencia fiscal' })

beforeAll(() => signInByForm(page, CUSTOMER))

describe('CARF tax residence', () => {
  it('is asked for on the home screen, where it can wait, and certified in a dialog', async () => {
    const notice = page.getByRole('region', { name: 'Certifica tu residencia fiscal' })
    await notice.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await notice.getByRole('link', { name: 'Certificar' }).click()
    await dialog.waitFor()
    await expect.poll(() => dialog.getByLabel('Número de identificación tributaria').inputValue()).toBe('1099888777')
    await dialog.getByRole('button', { name: 'Certificar', exact: true }).click()
    await dialog.getByText('Acepta la declaración para certificar.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await overhang(page, PHONE)).toBe(0)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Certificar', exact: true }).click()
    await page.getByText(/^Lo certificaste el/).waitFor()
  })

  it('is changed with another country on a wide page, and officers read both versions', async () => {
    await resize(page, DESKTOP)
    await button('Cambiar certificación').click()
    await dialog.getByRole('button', { name: 'Agregar otro país' }).click()
    const second = dialog.getByRole('group', { name: 'País 2' })
    await second.getByRole('combobox', { name: 'País de residencia fiscal' }).fill('españa')
    await page.getByRole('option', { name: 'España' }).click()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Certificar', exact: true }).click()
    await dialog.getByText('Escribe el número, o elige por qué no lo tienes.').waitFor()
    await second.getByLabel('Número de identificación tributaria').fill('12345678-Z')
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Certificar', exact: true }).click()
    await page.getByText('12345678-Z').waitFor()
    const office = await visit(browser, product.url)
    await signInByForm(office.page, OFFICER)
    await openScreen(office.page, 'Lista de usuarios')
    await office.page.getByRole('row').filter({ hasText: CUSTOMER.email }).getByRole('link').first().click()
    await office.page.getByText('Versión 2, vigente').waitFor()
    await office.page.getByText('Versión 1', { exact: true }).waitFor()
    expect(await accessibilityViolations(office.page)).toEqual([])
  })
})
