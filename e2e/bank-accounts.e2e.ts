/** Bank accounts on the screen, and what the money forms refuse before a call. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations, overhang, PHONE, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { openScreen } from './open-screen.ts'
import { chooseAccount } from './pay-in.ts'
import { approvedByMail, CUSTOMER, NEWCOMER, signInByForm } from './sign-in.ts'
import { expectCount } from './waits.ts'

const FULL = 'Has alcanzado el número máximo de cuentas registradas, si quieres añadir una nueva, debes borrar una de las ya creadas.'

const { product, browser } = await startJourney()
let newcomer: Visit
let customer: Visit
let page: Page

beforeAll(async () => {
  newcomer = await visit(browser, product.url, PHONE)
  page = newcomer.page
  await signInByForm(page, NEWCOMER)
})

const approved = (act: () => Promise<void>) => approvedByMail(page, product.url, NEWCOMER.email, act)

async function add(alias: string, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Añadir cuenta bancaria' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir cuenta bancaria' })
  await dialog.getByLabel('Nombre de la cuenta (alias)').fill(alias)
  await dialog.getByLabel('Número de cuenta').fill(number)
  await approved(() => dialog.getByRole('button', { name: 'Añadir' }).click())
}

describe('page Cuentas', () => {
  it('BANK-01 starts empty and adds an account, AV Villas and savings by default', async () => {
    await openScreen(page, 'Cuentas')
    await page.getByRole('main').getByText('Aún no tienes cuentas bancarias').waitFor()
    await add('Nómina', '1234567890')
    await page.getByRole('main').getByText('AV Villas · Ahorros · 1234567890').waitFor()
  })

  it('B4 BANK-01 the button is disabled until there are a name and a number, and the number takes digits only', async () => {
    await page.getByRole('button', { name: 'Añadir cuenta bancaria' }).click()
    const dialog = page.getByRole('dialog', { name: 'Añadir cuenta bancaria' })
    const submit = dialog.getByRole('button', { name: 'Añadir' })
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await dialog.getByLabel('Número de cuenta').pressSequentially('12.3a4')
    await expect.poll(() => dialog.getByLabel('Número de cuenta').inputValue()).toBe('1234')
    // A pasted number keeps all its digits, in any grouping.
    await dialog.getByLabel('Número de cuenta').fill('')
    await page.evaluate("document.execCommand('insertText', false, '1234-5678-9012-3456-7890')")
    await expect.poll(() => dialog.getByLabel('Número de cuenta').inputValue()).toBe('12345678901234567890')
    await dialog.getByLabel('Número de cuenta').fill('1234')
    await expect.poll(() => submit.isDisabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('BANK-03 refuses a name in use', async () => {
    const dialog = page.getByRole('dialog', { name: 'Añadir cuenta bancaria' })
    await dialog.getByLabel('Nombre de la cuenta (alias)').fill('nómina ')
    await dialog.getByText('Ya tienes una cuenta registrada con el mismo nombre').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Añadir' }).isDisabled()).toBe(true)
  })

  it('BANK-03 reports a number that is too short next to its field, without a call', async () => {
    const dialog = page.getByRole('dialog', { name: 'Añadir cuenta bancaria' })
    await dialog.getByLabel('Nombre de la cuenta (alias)').fill('Corta')
    await dialog.getByRole('button', { name: 'Añadir' }).click()
    await dialog.getByText('entre 6 y 20 dígitos').waitFor()
    await dialog.getByLabel('Número de cuenta').fill('123456')
    await dialog.getByText('entre 6 y 20 dígitos').waitFor({ state: 'detached' })
  })

  it('BANK-01 the list of banks can be used on a phone, and typing replaces the chosen bank', async () => {
    const dialog = page.getByRole('dialog', { name: 'Añadir cuenta bancaria' })
    const bank = dialog.getByRole('combobox', { name: 'Banco' })
    await bank.tap()
    await page.getByRole('option').nth(1).waitFor()
    expect(await overhang(page, PHONE)).toBe(0)
    await page.keyboard.type('bancol')
    await expect.poll(() => bank.inputValue()).toBe('bancol')
    await page.getByRole('option', { name: 'Bancolombia', exact: true }).tap()
    await expect.poll(() => bank.inputValue()).toBe('Bancolombia')
    // The keyboard still works: the next search replaces the choice as well.
    await page.keyboard.type('davi')
    await expect.poll(() => bank.inputValue()).toBe('davi')
    await page.getByRole('option', { name: 'Davivienda' }).first().tap()
    expect(await overhang(page, PHONE)).toBe(0)
  })

  it('BANK-03 a refusal of the server closes the form and is shown in a dialog; the form then returns unchanged', async () => {
    const dialog = page.getByRole('dialog', { name: 'Añadir cuenta bancaria' })
    // Refused before an approval is requested: the server describes only calls that can succeed.
    await page.route('**/api/step-up', (route) => route.continue({ postData: route.request().postData()?.replace('123456', '1234') }), {
      times: 1,
    })
    await dialog.getByRole('button', { name: 'Añadir' }).click()
    const error = page.getByRole('dialog', { name: 'Número de cuenta no válido' })
    await error.getByText('entre 6 y 20 dígitos').waitFor()
    await expectCount(dialog, 0)
    await error.getByRole('button', { name: 'Continuar' }).click()
    await expect.poll(() => dialog.getByLabel('Nombre de la cuenta (alias)').inputValue()).toBe('Corta')
    await expect.poll(() => dialog.getByLabel('Número de cuenta').inputValue()).toBe('123456')
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Banco' }).inputValue()).toBe('Davivienda')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('BANK-01 changes an account', async () => {
    await page.getByRole('button', { name: 'Editar la cuenta Nómina' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar cuenta bancaria' })
    await dialog.getByLabel('Nombre de la cuenta (alias)').fill('Sueldo')
    await approved(() => dialog.getByRole('button', { name: 'Modificar' }).click())
    await page.getByRole('main').getByText('Sueldo', { exact: true }).waitFor()
  })

  it('BANK-02 with three accounts a message replaces the button; after deleting one the button returns', async () => {
    await add('Dos', '2222222222')
    await page.getByRole('main').getByText('Dos', { exact: true }).waitFor()
    await add('Tres', '3333333333')
    await page.getByRole('main').getByText(FULL).waitFor()
    await expectCount(page.getByRole('button', { name: 'Añadir cuenta bancaria' }), 0)
    await page.getByRole('button', { name: 'Borrar la cuenta Tres' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
    await page.getByRole('button', { name: 'Añadir cuenta bancaria' }).waitFor()
    await expectCount(page.getByText('Tres', { exact: true }), 0)
  })

  it('A9 MON-08 a person who is not verified gets the verification dialog instead of a form', async () => {
    await openScreen(page, 'Billetera')
    // Shown before a person begins with a passport: PSE does not take it.
    await page.getByRole('main').getByText('para depositar por PSE se necesita cédula de ciudadanía o NIT').waitFor()
    // The last row is a token: only the dialog of a currency mentions a bank.
    for (const open of [page.getByRole('button', { name: 'Retirar' }).first(), page.getByRole('button', { name: 'Abonar' }).last()]) {
      await open.click()
      const asked = page.getByRole('dialog', { name: 'Necesitas verificación' })
      await asked.getByText('Para depositar o retirar primero debes completar la verificación de tu identidad (KYC).').waitFor()
      await asked.getByRole('button', { name: 'Cerrar' }).first().click()
    }
    await page.getByRole('button', { name: 'Abonar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Necesitas verificación' })
    await dialog.getByRole('button', { name: 'Verificar' }).click()
    await page.waitForURL(/\/postregister\/?$/)
  })
})

describe('money forms', () => {
  beforeAll(async () => {
    customer = await visit(browser, product.url, PHONE)
    await signInByForm(customer.page, CUSTOMER)
  })

  it('MON-04 below 10,000 pesos the deposit is blocked; the decimal key does nothing, and no cents become pesos', async () => {
    const { page } = customer
    await openScreen(page, 'Billetera')
    await page.getByRole('button', { name: 'Abonar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Deposito' })
    await chooseAccount(dialog, 'Nómina')
    const amount = dialog.getByLabel('Valor a depositar')
    await amount.pressSequentially('9999,50')
    await expect.poll(() => amount.inputValue()).toBe('9.999')
    await dialog.getByText('Los centavos no cuentan: ignoramos lo que va después de la coma.').waitFor()
    await dialog.getByText('El valor debe ser superios a 10.000.').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Depositar' }).isDisabled()).toBe(true)
    // As a phone keyboard or a paste enters it, in one event.
    await amount.fill('10000,50')
    await expect.poll(() => amount.inputValue()).toBe('10.000')
    await expect.poll(() => dialog.getByRole('button', { name: 'Depositar' }).isEnabled()).toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('MON-06 a withdrawal above the balance is refused next to the field', async () => {
    const { page } = customer
    await openScreen(page, 'Billetera')
    await page.getByRole('button', { name: 'Retirar' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Retiro' })
    await chooseAccount(dialog, 'Nómina')
    await dialog.getByLabel('Valor a retirar').fill('50000')
    await dialog.getByText('No tienes saldo disponible suficiente para esta operación.').waitFor()
    await dialog.getByLabel('La información suministrada es correcta.').check()
    await expect.poll(() => dialog.getByRole('button', { name: 'Retirar' }).isDisabled()).toBe(true)
  })

  it('the pages never complained', () => expect([...newcomer.complaints, ...customer.complaints]).toEqual([]))
})
