/** Further people of the demo’s history. They and their documents are invented. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Modules } from '../../../server/src/composition/modules.ts'
import { idOf } from '../../../server/src/platform/database/ids.ts'
import { demoDocuments } from '../documents.ts'
import { DEMO_PASSWORD } from '../people.ts'

export interface HistoryPerson {
  readonly email: string
  readonly fullName: string
  readonly documentNumber: string
  readonly birthDate: string
  readonly phone: string
  /** 0: not verified yet. */
  readonly level: 0 | 1 | 2
  readonly bankAccounts: readonly { readonly alias: string; readonly bank: number; readonly account: string }[]
}

const person = (email: string, fullName: string, document: string, more: Partial<HistoryPerson> = {}): HistoryPerson => ({
  email: `${email}@tunjo.example`,
  fullName,
  documentNumber: document,
  birthDate: '1986-03-21',
  phone: `+57310${document.slice(-7)}`,
  level: 0,
  bankAccounts: [],
  ...more,
})
const savings = (bank: number, account: string) => [{ alias: 'Ahorros', bank, account }]

export const PEOPLE = {
  /** Level 1; changes banks often. */
  carlos: person('carlos', 'Carlos Andrés Medina Torres', '1032456781', { level: 1, bankAccounts: savings(23, '40512398761') }),
  /** Sold her flat: a withdrawal that two officers approve. */
  juliana: person('juliana', 'Juliana Ospina Restrepo', '1152034789', { level: 2, bankAccounts: savings(25, '0013987654') }),
  /** Money that leaves on the day it arrived. */
  andres: person('andres', 'Andrés Felipe Cárdenas Ruiz', '1018765432', { level: 2, bankAccounts: savings(9, '55120034981') }),
  /** Has the name of a person who holds a public office. */
  camila: person('camila', 'Camila Andrea Bernal Quiroga', '1020987651', { level: 1, bankAccounts: savings(23, '40598712340') }),
  /** Is on a sanctions list with her document: her money is blocked. */
  lucia: person('lucia', 'Lucía Barragán Sotelo', '1098123476', { level: 1, bankAccounts: savings(9, '55187763402') }),
  /** Declares a public office. */
  hernan: person('hernan', 'Hernán Darío Quintana Peña', '79654321', { birthDate: '1968-11-02' }),
  valentina: person('valentina', 'Valentina Duque Arango', '1152987340', { birthDate: '1999-07-30' }),
  mateo: person('mateo', 'Mateo Arango Vélez', '1017234985', { birthDate: '1994-01-17' }),
  /** Her pictures were rejected. */
  sofia: person('sofia', 'Sofía Benavides Lasso', '1085312764', { birthDate: '1991-09-08' }),
  cafetal: person('contabilidad.cafetal', 'Marcela Giraldo Henao', '1094567213'),
} as const satisfies Record<string, HistoryPerson>

type Parts = Pick<Modules, 'identity' | 'kyc' | 'payments'>

/** Register as a customer does: safe to run twice. */
export async function join({ identity, kyc, payments }: Parts, who: HistoryPerson): Promise<void> {
  const { email, level, fullName, documentNumber, phone, bankAccounts } = who
  const id = accountIdOf(who)
  await identity.ensureAccount({
    id,
    email,
    password: DEMO_PASSWORD,
    authorities: ['ROLE_USER'],
    state: ACCOUNT_STATE.unverified,
    activated: true,
    langKey: 'es',
  })
  if (level === 0) return
  const dossier = { personType: 'natural', fullName, documentType: 'CC', documentNumber, phone, level } as const
  await kyc.ensureVerified({ accountId: id, ...dossier }, () => demoDocuments(who))
  for (const account of bankAccounts) await payments.ensureAccount({ owner: id, accountType: 9, ...account })
}

export const accountIdOf = ({ email }: Pick<HistoryPerson, 'email'>): string => idOf('demo', email)
