/**
 * First two administrators. Two officers grant roles, so an empty installation has no officer who could grant one. An operator with the
 * owner's connection to the database makes a link for each of the two (decision 86). Afterwards two administrators invite all other
 * officers.
 */
import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@tunjo/contract/permissions'
import { type Database, databaseErrorCode, inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId, sha256 } from '../../../../platform/database/ids.ts'
import type { Platform } from '../../../../platform/module.ts'
import { tidyText } from '../../../../platform/phrases/visible-text.ts'
import { CommandRefused } from '../../../../platform/process/command-refused.ts'
import {
  countOfficersWith,
  endLink,
  findOpenLink,
  insertLink,
  listUnendedLinks,
  lockAdministratorLinks,
} from '../core/administrator-link-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { normalizeEmail } from '../core/rules.ts'
import type { AdministratorAsked, FirstAdministrators } from '../core/types.ts'
import { createOfficer, useOfAddress } from './create-officer.ts'
import { rolesWith } from './roles-with.ts'

const ADMINISTRATORS = 2
const LINK_LIFE_MS = 60 * 60_000
const ROLES = ['administrator'] as const satisfies readonly StaffRole[]
const NAME_LENGTH_MAX = 80
const INSUFFICIENT_PRIVILEGE = '42501'

type CommandPlatform = Pick<Platform, 'clock' | 'audit'>

/** Returns the token of the link. @throws CommandRefused */
export async function makeAdministratorLink(
  platform: CommandPlatform & { readonly db: Database },
  { email: typed, name, by }: AdministratorAsked,
): Promise<{ token: string; expiresAt: Date }> {
  const email = normalizeEmail(typed)
  if (!email) throw new CommandRefused(`--email "${typed}" is not an e-mail address.`)
  const asked = { email, name: shortText('name', name), by: shortText('by', by) }
  return inTransaction(platform.db, (tx) => makeLink(platform, tx, asked)).catch((error) => {
    if (databaseErrorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error
    throw new CommandRefused("An administrator is made with the database owner's connection: set DATABASE_MIGRATION_URL to it.")
  })
}

async function makeLink({ clock, audit }: CommandPlatform, tx: Transaction, { email, name, by }: AdministratorAsked) {
  await lockAdministratorLinks(tx)
  const at = clock.now()
  const { use } = await useOfAddress(tx, email)
  if (use !== 'free') throw new CommandRefused(`${email} has an account already: an administrator needs an address without one.`)
  const unended = await listUnendedLinks(tx)
  const replaced = unended.find((link) => link.email === email)
  const waiting = unended.filter((link) => link !== replaced && link.expiresAt > at)
  const existing = await countOfficersWith(tx, rolesWith('roles.grant'))
  if (existing >= ADMINISTRATORS)
    throw new CommandRefused('There are two administrators already. They invite others on the screen Gestión de usuarios.')
  if (existing + waiting.length >= ADMINISTRATORS)
    throw new CommandRefused(
      `Links for ${waiting.map((link) => link.email).join(' and ')} are open: with ${existing === 0 ? 'both' : 'it'} used there are two administrators. A link ends after an hour.`,
    )
  if (replaced) await endLink(tx, replaced.id, { at, accountId: null })
  const token = randomBytes(32).toString('base64url')
  const link = { id: newId(), email, name, tokenHash: sha256(token), createdAt: at, expiresAt: new Date(at.getTime() + LINK_LIFE_MS) }
  await insertLink(tx, link)
  await audit.record(tx, {
    actor: { kind: 'system', name: `operator: ${by}` },
    action: 'identity.administrator_link_made',
    object: { type: 'administrator_link', id: link.id },
    after: { expiresAt: link.expiresAt.toISOString(), administrators: existing, replaces: replaced?.id ?? null },
  })
  return { token, expiresAt: link.expiresAt }
}

export function createFirstAdministrators(context: Pick<IdentityContext, 'clock' | 'audit' | 'outbox'>): FirstAdministrators {
  const { clock } = context
  return {
    async offered(connection, tokenHash) {
      const link = await findOpenLink(connection, tokenHash, clock.now())
      return link ? { email: link.email, name: link.name, roles: ROLES } : null
    },
    async join(tx, { tokenHash, passwordHash }) {
      await lockAdministratorLinks(tx)
      const at = clock.now()
      const link = await findOpenLink(tx, tokenHash, at)
      if (!link || (await countOfficersWith(tx, rolesWith('roles.grant'))) >= ADMINISTRATORS) return false
      const accountId = await createOfficer(context, tx, { email: link.email, passwordHash, roles: ROLES, invitedBy: null })
      if (accountId === null) return false
      await endLink(tx, link.id, { at, accountId })
      return true
    },
  }
}

function shortText(option: string, typed: string): string {
  const text = tidyText(typed)
  if (text === '' || text.length > NAME_LENGTH_MAX) throw new CommandRefused(`--${option} needs 1 to ${NAME_LENGTH_MAX} characters.`)
  return text
}
