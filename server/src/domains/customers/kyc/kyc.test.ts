import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { verifiedLevel } from './core/rules.ts'
import { createKyc, type Kyc, type VerifiedDossier } from './index.ts'

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
let kyc: Kyc
const verified: string[] = []
const known = newId()
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  kyc = createKyc(platform, {
    identity: {
      person: async (id) => (id === known ? { id, email: 'ana@correo.example', createdAt: new Date(0), state: 2, isActive: true } : null),
      setState: async (_tx, { accountId, state }) => void (state === 2 && verified.push(accountId)),
    },
    parameters: createParameters(),
    notifications: { notify: async () => undefined },
  })
  server = await startTestServer(platform, kyc.routes, async () => ({ accountId: known, sessionId: known, authorities: ['ROLE_USER'] }))
})
afterAll(async () => {
  await server.close()
  await database.drop()
  platform.remove()
})

const dossier: VerifiedDossier = {
  accountId: known,
  personType: 'natural',
  fullName: 'Ana María Rojas',
  documentType: 'CC',
  documentNumber: '1099888777',
  phone: '+573001234567',
  level: 2,
}
const status = async () => (await fetch(`${server.url}/kyc/users/natural/kyc-verified`)).json()

describe('verification level', () => {
  it('KYC-15 answers the current level and whether it is verified, and nothing else', async () => {
    expect(await status()).toEqual({ currentLevel: 0, isVerified: false })
    await kyc.ensureVerified(dossier)
    expect(await status()).toEqual({ currentLevel: 2, isVerified: true })
  })

  it('a dossier is created once, and makes its account a verified one', async () => {
    await Promise.all([kyc.ensureVerified({ ...dossier, level: 3 }), kyc.ensureVerified({ ...dossier, fullName: 'Otra' })])
    expect(await kyc.person(known)).toMatchObject({ verifiedLevel: 2, accountState: 2, dossier: { fullName: 'Ana María Rojas' } })
    expect(verified).toEqual([known])
    expect(await kyc.person(newId())).toBeNull()
  })

  it('KYC-15 a level below the current one is verified, the current one when its flag is set', () => {
    const levels = ([1, 2, 3] as const).map((currentLevel) =>
      [false, true].map((isVerified) => verifiedLevel({ currentLevel, isVerified })),
    )
    expect(levels).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ])
    expect(verifiedLevel({ currentLevel: 0, isVerified: true })).toBe(0)
  })
})
