/** New customer who is verified by officers, by the calls of the screens. */

import { newDocumentNumber } from '../dev/testing/document-number.ts'
import { phonePhoto, plainDocument } from '../server/src/platform/uploads/samples.testing.ts'
import { newPerson } from './access-helpers.ts'
import { type Credentials, OFFICER, post, signIn, stepUpGrant } from './sign-in.ts'

interface ReviewedDocument {
  id: string | null
  state: string
}

/** Register, activate and verify a person at level 2. */
export async function verifiedPerson(url: string, password: string): Promise<Credentials> {
  const email = await newPerson(url, password)
  const [token, officer] = await Promise.all([signIn(url, { email, password }), signIn(url, OFFICER)])
  const { id } = await get<{ id: string }>(url, '/api/account', token)
  await post(url, '/kyc/users/signup-survey', { responseA: 0, responseB: 0, responseC: 0 }, token)
  await sendLevel1(url, token)
  await approve(url, officer, id, 2)
  await sendLevel2(url, token)
  await approve(url, officer, id, 3)
  return { email, password }
}

/** `changes`: fields with other values. */
export async function sendLevel1(url: string, token: string, changes: object = {}): Promise<void> {
  const picture = await phonePhoto(800, 600, { quality: 60 })
  await sendFiles(url, token, '/kyc/users/natural/level-1/save-documents', ['frontal', 'back', 'selfie'], 'foto.jpg', picture)
  const [document] = await get<{ id: number }[]>(url, '/api/parameters/codes-admon/?id=2', token)
  const fields = {
    fullName: 'Berta Lucía Otálora',
    identificationNumber: newDocumentNumber(),
    birthDate: '1988-02-29',
    identificationTypeID: document?.id,
    cellphoneNumber: '3209876543',
    peps: false,
    ...changes,
  }
  await post(url, '/kyc/users/natural/level-1/save-fields', fields, token)
}

export async function sendLevel2(url: string, token: string): Promise<void> {
  const fields = {
    isColombian: true,
    homeAddress: 'Carrera 7 # 12-34',
    cityID: 1,
    occupationID: 11,
    economicActivityID: 29,
    descriptionEconomicActivity: 'Panadería',
    sourceOfFunds: true,
  }
  await post(url, '/kyc/users/natural/level-2/save-fields', fields, token)
  await sendFiles(url, token, '/kyc/users/natural/level-2/save-documents', ['proofResidence'], 'recibo.pdf', await plainDocument(1))
}

export async function approve(
  url: string,
  officer: string,
  userId: string,
  newKYCLevel: number,
  email: string = OFFICER.email,
): Promise<{ approvalRequestId?: string }> {
  await acceptDocuments(url, officer, userId, email)
  return changeLevel(url, officer, userId, newKYCLevel, email)
}

/** Answers with the request of approval, where a second officer decides too. */
export async function changeLevel(
  url: string,
  officer: string,
  userId: string,
  newKYCLevel: number,
  email: string,
): Promise<{ approvalRequestId?: string }> {
  const change = { userId, newKYCLevel, reason: 'Documentos en orden.', withoutCheck: true }
  return decide(url, officer, 'PUT', '/kyc/administrative/users/kyc-level', change, email)
}

/** Accept every item of the person that waits for an officer. */
export async function acceptDocuments(url: string, officer: string, userId: string, email: string): Promise<void> {
  const documents = await get<ReviewedDocument[]>(url, `/kyc/administrative/users/user-documents?userId=${userId}`, officer)
  const idUserDocument = documents.filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
  await decide(url, officer, 'POST', '/kyc/administrative/user-documents/accept', { idUserDocument }, email)
}

export async function decide(
  url: string,
  officer: string,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  email: string = OFFICER.email,
): Promise<{ approvalRequestId?: string }> {
  const grant = await stepUpGrant(url, officer, `${method} ${path}`, { body }, email)
  const headers = { authorization: `Bearer ${officer}`, 'content-type': 'application/json', 'step-up-grant': grant }
  const response = await answered(await fetch(url + path, { method, headers, body: JSON.stringify(body) }))
  return (await response.json()) as { approvalRequestId?: string }
}

async function sendFiles(url: string, token: string, path: string, slots: string[], name: string, content: Buffer): Promise<void> {
  const form = new FormData()
  for (const slot of slots) form.append(slot, new Blob([new Uint8Array(content)]), name)
  await answered(await fetch(url + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form }))
}

export async function get<T>(url: string, path: string, token: string): Promise<T> {
  const response = await answered(await fetch(url + path, { headers: { authorization: `Bearer ${token}` } }))
  return (await response.json()) as T
}

async function answered(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return response
}
