/**
 * Staff roles: the permissions of an officer, and how roles are granted and revoked. Read at each call, so that a change takes effect
 * immediately (R12).
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { type Permission, permissionsOf } from '@tunjo/contract/permissions'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { type AccountRow, findAccount, lockAccount, lockActiveOfficers } from '../core/account-store.ts'
import { isShut } from '../core/accounts/states.ts'
import type { IdentityContext } from '../core/context.ts'
import { countFactors, findOwnFactors } from '../core/factors/factor-store.ts'
import { listStaff, officersWith, replaceRoles, rolesOf } from '../core/staff-store.ts'
import type { Staff } from '../core/types.ts'
import { createOfficer, newPassword, useOfAddress } from './create-officer.ts'
import { createFirstAdministrators } from './first-administrators.ts'
import { rolesWith } from './roles-with.ts'

export function createStaff(context: Pick<IdentityContext, 'clock' | 'audit' | 'outbox'>): Staff {
  const { clock, audit } = context
  return {
    useOfAddress,
    newPassword,
    firstAdministrators: createFirstAdministrators(context),
    createOfficer: (tx, officer) => createOfficer(context, tx, officer),
    list: listStaff,
    rolesOf,
    permissionsOf: permissionsOfOfficer,
    isOfficer,
    async lockOfficersWith(tx, permission) {
      await lockActiveOfficers(tx)
      return officersWith(tx, rolesWith(permission))
    },
    officersWith: (connection, permission) => officersWith(connection, rolesWith(permission)),
    async setRoles(tx, { accountId, roles, by, reason }) {
      // Serialises two changes of one person.
      await lockAccount(tx, accountId, 'update')
      const before = await rolesOf(tx, accountId)
      await replaceRoles(tx, { accountId, roles, grantedBy: by.kind === 'person' ? by.accountId : null, at: clock.now() })
      const object = { type: 'account', id: accountId }
      await audit.record(tx, {
        actor: by,
        action: 'identity.role_changed',
        object,
        before: { roles: before },
        after: { roles: [...roles] },
        reason,
      })
    },
  }
}

async function isOfficer(connection: Connection, accountId: string): Promise<boolean> {
  const account = await findAccount(connection, accountId)
  return account?.authorities.includes('ROLE_ADMIN') === true && account.state !== ACCOUNT_STATE.closed
}

/**
 * Empty for a customer, with any left-over roles, and for an officer who may not sign in, which ends their open requests too. Also empty
 * for an officer who needs a second factor and has none yet.
 */
async function permissionsOfOfficer(connection: Connection | Transaction, accountId: string): Promise<Permission[]> {
  const account = await findAccount(connection, accountId)
  if (!account?.authorities.includes('ROLE_ADMIN') || mayNotEnter(account)) return []
  if (account.factorRequired && countFactors(await findOwnFactors(connection, accountId)) === 0) return []
  return permissionsOf(await rolesOf(connection, accountId))
}

const mayNotEnter = ({ state, frozenAt }: Pick<AccountRow, 'state' | 'frozenAt'>): boolean => isShut(state) || frozenAt !== null
