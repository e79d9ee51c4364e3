/** People of the demo profile (docs/demo.md). Created once in the life of a data folder; their later actions are kept. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { StaffRole } from '@tunjo/contract/permissions'
import type { Modules } from '../../server/src/composition/modules.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { idOf } from '../../server/src/platform/database/ids.ts'
import { Refused } from '../../server/src/platform/http/refusal.ts'
import { demoDocuments } from './documents.ts'
import { seedOnce } from './seed-once.ts'

export const DEMO_PASSWORD = 'oro-muisca-de-prueba'

interface DemoPerson {
  readonly email: string
  readonly password: string
  readonly role: string
  readonly staffRole?: StaffRole
}

export const DEMO_PEOPLE = [
  { email: 'cliente@tunjo.example', password: DEMO_PASSWORD, role: 'verified customer' },
  { email: 'nueva@tunjo.example', password: DEMO_PASSWORD, role: 'new customer, not verified' },
  { email: 'oficial@tunjo.example', password: DEMO_PASSWORD, role: 'compliance officer', staffRole: 'compliance_officer' },
  { email: 'oficial2@tunjo.example', password: DEMO_PASSWORD, role: 'second compliance officer', staffRole: 'compliance_officer' },
  { email: 'analista@tunjo.example', password: DEMO_PASSWORD, role: 'staff: analyst', staffRole: 'analyst' },
  { email: 'tesoreria@tunjo.example', password: DEMO_PASSWORD, role: 'staff: treasury', staffRole: 'treasury' },
  { email: 'tesoreria2@tunjo.example', password: DEMO_PASSWORD, role: 'staff: second of treasury', staffRole: 'treasury' },
  { email: 'soporte@tunjo.example', password: DEMO_PASSWORD, role: 'staff: support', staffRole: 'support' },
  { email: 'auditoria@tunjo.example', password: DEMO_PASSWORD, role: 'staff: auditor', staffRole: 'auditor' },
  { email: 'superadmin@tunjo.example', password: DEMO_PASSWORD, role: 'staff: administrator', staffRole: 'administrator' },
  { email: 'superadmin2@tunjo.example', password: DEMO_PASSWORD, role: 'staff: second administrator', staffRole: 'administrator' },
] as const satisfies readonly DemoPerson[]

const VERIFIED = DEMO_PEOPLE[0].email

const CUSTOMER = {
  personType: 'natural',
  fullName: 'Ana María Rojas Pérez',
  documentType: 'CC',
  documentNumber: '1099888777',
  phone: '+573001234567',
  level: 2,
} as const

/** The payouts sandbox rejects accounts that end in 0007: demonstrates the refund of a rejected withdrawal. */
const BANK_ACCOUNTS = [
  { alias: 'Nómina', bank: 1, accountType: 9, account: '12345678' },
  { alias: 'Cuenta cerrada', bank: 5, accountType: 9, account: '98760007' },
] as const

/** A demo never fails to start because of what was done in it, also in a folder from before seeds were marked. */
export async function seedDemoPeople(db: Database, modules: Modules): Promise<void> {
  await seedOnce(db, 'books', () => modules.reconciliation.openBooks())
  for (const person of DEMO_PEOPLE) await seedOnce(db, person.email, () => seedPerson(modules, person))
}

async function seedPerson({ identity, kyc, payments }: Modules, { email, password, staffRole }: DemoPerson): Promise<void> {
  const isOfficer = staffRole !== undefined
  const id = idOf('demo', email)
  const known = await identity.person(id)
  if (known?.state === ACCOUNT_STATE.closed) return
  const accountId =
    known?.id ??
    (await identity.ensureAccount({
      id,
      email,
      password,
      authorities: isOfficer ? ['ROLE_ADMIN'] : ['ROLE_USER'],
      state: email === VERIFIED || isOfficer ? ACCOUNT_STATE.verified : ACCOUNT_STATE.unverified,
      activated: true,
      langKey: 'es',
      staffRoles: staffRole ? [staffRole] : [],
    }))
  if (email !== VERIFIED) return
  await kyc.ensureVerified({ accountId, ...CUSTOMER }, () => demoDocuments(CUSTOMER))
  for (const account of BANK_ACCOUNTS) await payments.ensureAccount({ owner: accountId, ...account }).catch(ignoreRefusal)
}

/** Their three slots are taken by accounts that they added. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}
