import { STEP_UP_HEADER } from '@tunjo/contract/step-up'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { TestPerson } from '../../customers/identity/factors/person.testing.ts'
import { codeOf, type IdentityProcess, startIdentityProcess } from '../../customers/identity/identity.testing.ts'
import { type KycTest, level1Fields, startKycTest } from '../../customers/kyc/testing.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
let here: IdentityProcess
let officer: TestPerson
beforeAll(async () => {
  test = await startKycTest()
  const guarded = test.routes.filter(({ endpoint }) => endpoint.path.startsWith('/kyc/administrative/'))
  here = await startIdentityProcess(test.database, {}, { guarded })
  officer = await TestPerson.signedIn(here, ['ROLE_ADMIN'])
})
afterAll(async () => {
  await here.close()
  await test.stop()
})

const ACCEPT = '/kyc/administrative/user-documents/accept'
const DECLINE = '/kyc/administrative/user-documents/decline'
const LEVEL = '/kyc/administrative/users/kyc-level'

describe('R7 an officer confirms each decision again', () => {
  it('SEC-32 R7 ADM-08 ADM-11 every decision needs a grant for exactly that decision, one for each', async () => {
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    const pending = async () => (await test.documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
    const [frontal, ...others] = await pending()
    const accept = (idUserDocument: string[]) => ({ call: `POST ${ACCEPT}`, body: { idUserDocument } })
    const raise = { userId: person, newKYCLevel: 2, reason: 'Documentos en orden.', withoutCheck: true }

    expect(codeOf(await officer.browser.send('POST', ACCEPT, { idUserDocument: [frontal] }))).toBe('identity.step_up_required')
    expect(codeOf(await officer.browser.send('PUT', LEVEL, raise))).toBe('identity.step_up_required')
    expect(await pending()).toHaveLength(4)

    const grant = { [STEP_UP_HEADER]: await officer.approve(accept([frontal])) }
    const withGrant = (path: string, body: object) => officer.browser.send('POST', path, body, grant)
    expect(codeOf(await withGrant(ACCEPT, { idUserDocument: [frontal, ...others] }))).toBe('identity.step_up_invalid')
    expect(codeOf(await withGrant(DECLINE, { idUserDocument: [frontal], description: 'La foto está borrosa.' }))).toBe(
      'identity.step_up_invalid',
    )
    expect(await (await withGrant(ACCEPT, { idUserDocument: [frontal] })).json()).toEqual({ accepted: 1 })
    expect(codeOf(await withGrant(ACCEPT, { idUserDocument: [frontal] }))).toBe('identity.step_up_invalid')

    // The text for the customer, or for the history, is part of the approved content.
    const declined = { idUserDocument: others, description: 'La foto está borrosa.' }
    const declineGrant = { [STEP_UP_HEADER]: await officer.approve({ call: `POST ${DECLINE}`, body: declined }) }
    const swapped = { ...declined, description: 'Escríbenos a otro correo.' }
    expect(codeOf(await officer.browser.send('POST', DECLINE, swapped, declineGrant))).toBe('identity.step_up_invalid')
    const levelGrant = { [STEP_UP_HEADER]: await officer.approve({ call: `PUT ${LEVEL}`, body: raise }) }
    const otherReason = { ...raise, reason: 'Lo pidió la gerencia.' }
    expect(codeOf(await officer.browser.send('PUT', LEVEL, otherReason, levelGrant))).toBe('identity.step_up_invalid')

    expect((await officer.guarded('POST', ACCEPT, accept(others))).status).toBe(200)
    const raised = await officer.guarded('PUT', LEVEL, { call: `PUT ${LEVEL}`, body: raise })
    expect(await raised.json()).toEqual({ currentLevel: 2, isVerified: false })
  })
})
