/**
 * First people of an installation, as docs/install.md describes them: two administrators, two officers whom they invite, and a customer
 * who is verified, deposits by PSE, swaps on chain and withdraws to the bank. Each call goes through the web address.
 */
import { CallFailed } from '@tunjo/contract/client'
import { copAmount } from '@tunjo/contract/money'
import { ACCOUNT_TYPES } from '@tunjo/contract/payments'
import type { StaffRole } from '@tunjo/contract/permissions'
import * as z from 'zod'
import { newDocumentNumber } from '../../dev/testing/document-number.ts'
import { until } from '../../e2e/until.ts'
import { phonePhoto } from '../../server/src/platform/uploads/samples.testing.ts'
import { type Installation, Person } from './person.ts'

const PASSWORD = 'tres gatos en la ventana'
const MOVES_MS = 120_000
/** Token ids of the contract. */
const [COP, USDT] = [0, 31]

export interface AdministratorLink {
  readonly email: string
  readonly link: string
}
type Log = (line: string) => void
const pesos = (text: string): bigint => z.decode(copAmount, text)

/** Two administrators and two officers; answers the officer who verifies customers. */
export async function firstTeam(site: Installation, links: readonly AdministratorLink[], log: Log): Promise<Person> {
  const administrators = await Promise.all(
    links.map(async ({ email, link }) => {
      const person = new Person(site, email, PASSWORD)
      await person.join(link)
      return person
    }),
  )
  const [maker, checker] = administrators
  if (!maker || !checker) throw new Error('An installation begins with two administrators.')
  log('Both administrators have a second factor.')
  const officer = await invite(site, [maker, checker], 'olga@empresa.example', 'Olga Pardo', ['compliance_officer'])
  await invite(site, [maker, checker], 'tomas@empresa.example', 'Tomás Gil', ['compliance_officer', 'treasury'])
  log('Two officers joined.')
  return officer
}

/** A customer with this address, from the sign-up until the bank has paid the withdrawal. */
export async function customerTrial(site: Installation, email: string, officer: Person, log: Log): Promise<void> {
  const customer = await register(site, email)
  await verify(customer, officer)
  log('A customer is verified at level 1.')
  await useMoney(customer, log)
}

/** One administrator invites, the other approves, and the person follows the mailed link. */
async function invite(
  site: Installation,
  [maker, checker]: readonly [Person, Person],
  email: string,
  name: string,
  roles: StaffRole[],
): Promise<Person> {
  const person = new Person(site, email, PASSWORD)
  const since = await person.mailsSoFar()
  const proposed = await maker.calls.staffInvitations.invite({ body: { email, name, roles, reason: 'Primer equipo de la casa.' } })
  if (!('approvalRequestId' in proposed)) throw new Error('An invitation waits for a second administrator.')
  await checker.calls.approvals.approve({ params: { id: proposed.approvalRequestId }, body: { note: '' } })
  await person.join(await person.mailed(/https:\/\/\S+\/users\/join-team\/[\w-]+/, since))
  return person
}

async function register(site: Installation, email: string): Promise<Person> {
  const customer = new Person(site, email, PASSWORD)
  const since = await customer.mailsSoFar()
  await customer.calls.identity.signUp({ body: { email: customer.email, password: PASSWORD, termsAccepted: true } })
  const link = await customer.mailed(/https:\/\/\S+\/users\/activate\/[\w-]+/, since)
  await customer.calls.activation.activate({ body: { token: link.split('/').at(-1) ?? '', password: PASSWORD } })
  await customer.signIn()
  return customer
}

/** The customer sends the form of level 1, and an officer accepts it. */
async function verify(customer: Person, officer: Person): Promise<void> {
  const { kyc, kycSubmissions, parameters, identity } = customer.calls
  await kyc.survey({ body: { responseA: 0, responseB: 0, responseC: 0 } })
  const photo = new File([new Uint8Array(await phonePhoto(800, 600, { quality: 60 }))], 'foto.jpg', { type: 'image/jpeg' })
  await kycSubmissions.naturalLevel1Documents({ body: {}, files: { frontal: [photo], back: [photo], selfie: [photo] } })
  const [document] = await parameters.codes({ query: { id: 2 } })
  await kycSubmissions.naturalLevel1Fields({
    body: {
      fullName: 'Berta Lucía Otálora',
      identificationNumber: newDocumentNumber(),
      birthDate: '1988-02-29',
      identificationTypeID: document?.id ?? 0,
      cellphoneNumber: '3209876543',
      peps: false,
    },
  })
  const { id: userId } = await identity.account({})
  await officer.signIn()
  const documents = await officer.calls.compliance.userDocuments({ query: { userId } })
  const idUserDocument = documents.flatMap(({ id, state }) => (id !== null && state === 'Pendiente' ? [id] : []))
  await officer.calls.compliance.acceptDocuments({ body: { idUserDocument } })
  const change = { userId, newKYCLevel: 2, reason: 'Documentos en orden.', withoutCheck: true }
  await officer.calls.compliance.changeLevel({ body: change })
}

async function useMoney(customer: Person, log: Log): Promise<void> {
  const { parameters, payments, trading } = customer.calls
  const [bank] = await parameters.banks({})
  const fields = { account: '1234567890', accountType: ACCOUNT_TYPES.savings, bank: bank?.id ?? 0, alias: 'Nómina' }
  const account = await payments.addAccount({ body: fields })
  const terms = { acceptedPolicy: true, acceptedPersonalData: true }
  await payAtBank(await payments.deposit({ body: { accountID: account.id, amount: pesos('200000'), ...terms } }))
  await until(
    'the deposit is credited',
    MOVES_MS,
    async () => (await payments.deposits({ body: { stateGroup: 'complete', pageIndex: 0, size: 1 } })).results[0],
  )
  log('The customer deposited 200,000 COP by PSE.')
  const order = { tradeType: 'input' as const, tokenIn: COP, tokenOut: USDT, amountIn: '100000' }
  // The tokens of the first deposit are minted on the chain first; until then the exchange asks to come back.
  const trade = await until('the exchange takes the order', MOVES_MS, () => trading.trade({ body: order }).catch(unlessOnTheWay))
  const settled = await until('the swap is settled', MOVES_MS, async () => {
    const now = await trading.tradeById({ params: { id: trade.id } })
    return ['settled', 'refunded'].includes(now.state) ? now : undefined
  })
  if (settled.state !== 'settled') throw new Error(`The swap ended as ${settled.state}.`)
  log(`The customer swapped 100,000 COP on chain: ${settled.transaction_hash}.`)
  const { transactionId: id } = await payments.withdraw({ body: { account: account.id, amount: pesos('50000') } })
  const paid = await until('the withdrawal is paid', MOVES_MS, async () => {
    const now = await payments.transaction({ params: { id } })
    return ['COMPLETED', 'RETURNED', 'CANCELLED'].includes(now.state) ? now : undefined
  })
  if (paid.state !== 'COMPLETED') throw new Error(`The withdrawal ended as ${paid.state}: ${paid.reason}`)
  log('The customer withdrew 50,000 COP to the bank.')
}

function unlessOnTheWay(error: unknown): undefined {
  if (!(error instanceof CallFailed && error.appError === 'trading.funds_on_the_way')) throw error
}

/** Approval on the page of the bank, which the provider's sandbox serves. */
async function payAtBank(link: string): Promise<void> {
  const bank = new URL(link)
  const body = new URLSearchParams({ ticket: bank.searchParams.get('ticket') ?? '', outcome: 'APPROVED' })
  const answer = await fetch(bank.origin + bank.pathname, { method: 'POST', body, redirect: 'manual' })
  if (answer.status >= 400) throw new Error(`The page of the bank answered ${answer.status}.`)
}
