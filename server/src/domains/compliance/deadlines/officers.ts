/** Officers with the permission for each kind of work now. */
import { QUEUED_KINDS, type QueuedKind } from '@tunjo/contract/queued-kinds'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Identity } from '../../customers/identity/index.ts'
import { PERMISSION_OF } from './kinds-of-work.ts'

export type Officers = Readonly<Record<QueuedKind, readonly string[]>>

interface Staff {
  readonly identity: { readonly staff: Pick<Identity['staff'], 'officersWith'> }
}

/** Officers who are in the office. Each permission is read once: several kinds need the same. */
export async function officersByKind({ identity }: Staff, connection: Connection, now: Date): Promise<Officers> {
  const absent = await absentOfficers(connection, now)
  return ofEachKind({ identity }, connection, (officers) => officers.filter((id) => !absent.has(id)))
}

/** The same, but when no officer with the permission is present, all of them are notified: a legal deadline runs nevertheless. */
export async function officersToNotify({ identity }: Staff, connection: Connection, now: Date): Promise<Officers> {
  const absent = await absentOfficers(connection, now)
  return ofEachKind({ identity }, connection, (officers) => {
    const present = officers.filter((id) => !absent.has(id))
    return present.length > 0 ? present : officers
  })
}

export async function absentOfficers(connection: Connection, now: Date): Promise<ReadonlySet<string>> {
  const found = await sql<{ id: string }>`SELECT officer_id AS id FROM compliance.absence_report WHERE until > ${now}`.execute(connection)
  return new Set(found.rows.map(({ id }) => id))
}

async function ofEachKind(
  { identity }: Staff,
  connection: Connection,
  chosen: (officers: readonly string[]) => readonly string[],
): Promise<Officers> {
  const asked = new Map<string, Promise<string[]>>()
  const able = (kind: QueuedKind): Promise<string[]> => {
    const permission = PERMISSION_OF[kind]
    const officers = asked.get(permission) ?? identity.staff.officersWith(connection, permission)
    asked.set(permission, officers)
    return officers
  }
  const found = await Promise.all(QUEUED_KINDS.map(async (kind) => [kind, chosen(await able(kind))]))
  // There is one for every kind.
  return Object.fromEntries(found) as Officers
}

/** Kinds of work for these permissions. */
export const kindsFor = (permissions: readonly string[]): QueuedKind[] =>
  QUEUED_KINDS.filter((kind) => permissions.includes(PERMISSION_OF[kind]))
