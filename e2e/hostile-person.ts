/** R27: a person who writes a script into every text field, and an officer who does too. */
import { NaturalLevel1Fields } from '@tunjo/contract/kyc-forms'
import { plainDocument } from '../server/src/platform/uploads/samples.testing.ts'
import type { Caller, NamedEndpoint } from './hostile-caller.ts'
import { goodBody } from './hostile-caller.ts'
import { everyLeaf } from './hostile-values.ts'
import { CUSTOMER, post, signIn, stepUpGrant } from './sign-in.ts'
import { decline, type Person } from './verification-helpers.ts'
import { sendLevel1 } from './verified-person.ts'

/** Element that each script adds, or an alert, to be detected. */
export const ELEMENT = 'x-ran'
export const SCRIPTS = [
  '<img src=x onerror=alert(1)>',
  '"><x-ran><svg onload=alert(1)>',
  "'-alert(1)-'<script>alert(1)</script>",
  'javascript:alert(1)//<iframe srcdoc="<script>parent.alert(1)</script>">',
  '</title></textarea></style><x-ran></x-ran><script>alert(1)</script>{{alert(1)}}',
] as const
const [SHORT] = SCRIPTS

/** Make every call with a body, one value after the other; a refused value is not stored. Answers the number of accepted calls. */
export async function writeEverywhere(caller: Caller, endpoints: readonly NamedEndpoint[], token: string): Promise<number> {
  let taken = 0
  for (const endpoint of endpoints) {
    const good = goodBody(endpoint)
    for (let place = 0; place < textsIn(good); place++)
      for (const script of SCRIPTS) {
        let index = -1
        const body = JSON.stringify(everyLeaf(good, (leaf) => (typeof leaf === 'string' && ++index === place ? script : leaf)))
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const { status } = await caller.ask({ method: endpoint.method, path: endpoint.path.replace(':form', 'natural-1'), headers, body })
        if (status < 300) taken += 1
      }
  }
  return taken
}

function textsIn(value: unknown): number {
  let found = 0
  everyLeaf(value, (leaf) => (found += typeof leaf === 'string' ? 1 : 0))
  return found
}

/** Leave a form half filled in. */
export async function leaveDraft(url: string, { token }: Person): Promise<void> {
  const { properties = {} } = NaturalLevel1Fields.toJSONSchema({ io: 'input', unrepresentable: 'any' })
  const fields = Object.fromEntries(Object.keys(properties).map((name, index) => [name, SCRIPTS[index % SCRIPTS.length]]))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ fields, revision: 0 })
  const response = await fetch(`${url}/kyc/users/drafts/natural-1`, { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`The draft was refused: ${await response.text()}`)
}

/** Write the fields that need an approval, a file or an officer. */
export async function writeWithApproval(url: string, token: string): Promise<void> {
  const body = { account: '7300998811', accountType: 9, bank: 1, alias: SHORT }
  const grant = await stepUpGrant(url, token, 'POST /payment/accounts', { body }, CUSTOMER.email)
  await post(url, '/payment/accounts', body, token, { 'step-up-grant': grant })
  for (const script of SCRIPTS) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await plainDocument(1))]), script.replaceAll('/', '∕'))
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/kyc/users/drafts/natural-3/files/documents`, { method: 'POST', headers, body: form })
    if (!response.ok) throw new Error(`The file was refused: ${await response.text()}`)
  }
}

/** Decline their picture with a script for a reason. */
export async function sentBack(url: string, person: Person): Promise<void> {
  await sendLevel1(url, person.token)
  for (const [index, slot] of ['frontal', 'back', 'selfie'].entries()) await decline(url, person, slot, SCRIPTS[index] ?? SHORT)
}

/** Sign in from a device of that name. */
export async function signInAs(url: string, { email, password }: { email: string; password: string }): Promise<void> {
  for (const script of SCRIPTS) {
    const headers = { 'content-type': 'application/json', 'user-agent': `Mozilla/5.0 ${script}` }
    await fetch(`${url}/api/sign-in`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
  }
  await signIn(url, { email, password })
}
