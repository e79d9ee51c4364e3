/** What follows for a person who came with something of the black list. They hear nothing; officers see an alert that names the entry. */
import type { BlackListKind, BlackListPlace } from '@tunjo/contract/black-list'
import type { Transaction } from '../../platform/database.ts'
import { SYSTEM } from '../../platform/state-machine/index.ts'
import type { OfficeContext } from './context.ts'
import { type EntryRow, findEntry } from './entry-store.ts'

const LISTS_ALERT = 2

interface Hit {
  readonly accountId: string
  readonly entryId: string
  readonly place: BlackListPlace
}

export async function followHit(
  { risk, alerts, clock }: OfficeContext,
  tx: Transaction,
  { accountId, entryId, place }: Hit,
): Promise<void> {
  const entry = await findEntry(tx, entryId)
  // Taken off meanwhile: nobody is held to it any more.
  if (!entry || entry.removedAt) return
  const comment = `LISTA NEGRA v1: registro ${entry.id} (${KIND[entry.kind]} ${entry.masked}), ${PLACE[place]}.`
  if (stops(entry, place)) await risk.flagList(tx, { accountId, reason: comment })
  await alerts.raise(tx, { accountId, kind: LISTS_ALERT, typeId: null }, { at: clock.now(), actor: SYSTEM, comment })
}

/**
 * What is a person's own stops their money. A name is also others', a network, a domain and a browser too, and tokens come from whoever wants to do
 * somebody harm: there an officer looks first.
 */
const OWN: ReadonlySet<BlackListKind> = new Set(['document', 'nit', 'phone', 'email', 'bank_account'])
const DECLARED: ReadonlySet<BlackListPlace> = new Set(['sign_in', 'verification', 'bank_account', 'customer'])
const stops = ({ kind }: Pick<EntryRow, 'kind'>, place: BlackListPlace) => OWN.has(kind) && DECLARED.has(place)

export const KIND: Readonly<Record<BlackListKind, string>> = {
  document: 'documento',
  nit: 'NIT',
  email: 'correo',
  domain: 'dominio',
  phone: 'teléfono',
  network: 'red',
  bank_account: 'cuenta bancaria',
  address: 'dirección',
  name: 'nombre',
  device: 'dispositivo',
}
const PLACE: Readonly<Record<BlackListPlace, string>> = {
  sign_up: 'al registrarse',
  sign_in: 'al ingresar',
  verification: 'en la verificación',
  bank_account: 'al guardar una cuenta bancaria',
  saved_address: 'al guardar una dirección',
  withdrawal: 'en un retiro',
  deposit: 'en un depósito',
  customer: 'entre quienes ya eran clientes',
}
