/** Account operations for other modules. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { AuditActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  findClosedByEmail,
  insertAccount,
  lockAccount,
  updateAuthorities,
} from '../core/account-store.ts'
import { actorOf, beginAccount, moveAccount } from '../core/accounts/move-account.ts'
import { isShut } from '../core/accounts/states.ts'
import { versionsInForce } from '../core/consent/read-consents.ts'
import { insertConsent } from '../core/consent/store.ts'
import type { IdentityContext } from '../core/context.ts'
import { hashPassword } from '../core/passwords.ts'
import { cancelOpenRemoval } from '../core/removal/removal-transitions.ts'
import { normalizeEmail } from '../core/rules.ts'
import { endSessionsOfAccount } from '../core/sessions/session-store.ts'
import { replaceRoles } from '../core/staff-store.ts'
import type { Identity, NewAccount } from '../core/types.ts'

export type AccountFunctions = Pick<Identity, 'ensureAccount' | 'person' | 'addressOf' | 'setState' | 'setAuthorities'>

export function createAccountFunctions(context: IdentityContext): AccountFunctions {
  const { db, clock, audit } = context
  return {
    ensureAccount: (account) => ensureAccount(context, account),
    async person(accountId, connection = db) {
      // A decision on a person's state has to hold until its transaction ends: a freeze and a closing wait for it.
      const account = connection.isTransaction
        ? await lockAccount(connection, accountId, 'share')
        : await findAccount(connection, accountId)
      return account
        ? { id: account.id, email: account.email, createdAt: account.createdAt, state: account.state, isActive: isActive(account) }
        : null
    },
    async addressOf(accountId) {
      const account = await findAccount(db, accountId)
      return account ? { email: account.email, langKey: account.langKey } : null
    },
    async setState(tx, { accountId, state, onlyFrom, actor, reason }) {
      const account = await lockAccount(tx, accountId, 'update')
      if (!account || (onlyFrom !== undefined && account.state !== onlyFrom)) return
      const isNew = await moveAccount(tx, account, { to: state, at: clock.now(), actor: actorOf(actor) })
      const object = { type: 'account', id: accountId }
      const why = reason === undefined ? {} : { reason }
      if (isNew) await audit.record(tx, { actor, action: 'identity.state_changed', object, before: account.state, after: state, ...why })
      if (!isShut(state)) return
      await endSessionsOfAccount(tx, accountId, 'account_blocked', clock.now())
      await cancelOpenRemoval(tx, accountId, clock.now(), SYSTEM)
    },
    async setAuthorities(tx, accountId, authorities, actor) {
      const before = await updateAuthorities(tx, accountId, authorities)
      await audit.record(tx, {
        actor,
        action: 'identity.role_changed',
        object: { type: 'account', id: accountId },
        before,
        after: authorities,
      })
      await endSessionsOfAccount(tx, accountId, 'role_changed', clock.now())
      // The request was made with other rights.
      await cancelOpenRemoval(tx, accountId, clock.now(), SYSTEM)
    },
  }
}

const OWN_ADDRESS = '127.0.0.1'
const PRODUCT: AuditActor = { kind: 'system', name: 'identity.ensure_account' }

async function ensureAccount(context: IdentityContext, account: NewAccount): Promise<string> {
  const { db, clock, outbox, audit } = context
  const email = normalizeEmail(account.email)
  if (!email) throw new Error('ensureAccount needs a valid e-mail')
  // A seeded account that was closed is not created again.
  const known = (await findAccountByEmail(db, email)) ?? (await findClosedByEmail(db, email))
  if (known) return known.id
  const passwordHash = await hashPassword(account.password)
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const { authorities, state, langKey, activated, id = newId() } = account
    const row = { id, email, passwordHash, authorities: [...authorities], state: ACCOUNT_STATE.unverified, langKey, createdAt: now }
    const isNew = await insertAccount(tx, { ...row, activatedAt: activated ? now : null })
    if (isNew) await beginAccount(tx, id, { at: now, actor: SYSTEM })
    if (isNew) await moveAccount(tx, row, { to: state, at: now, actor: SYSTEM })
    if (isNew) await outbox.emit(tx, 'identity.account_created', { accountId: id })
    if (isNew && authorities.includes('ROLE_ADMIN'))
      await audit.record(tx, {
        actor: PRODUCT,
        action: 'identity.officer_created',
        object: { type: 'account', id },
        after: [...authorities],
      })
    // The creator of the account is responsible for the consent: an account without one would be asked immediately.
    if (isNew) await replaceRoles(tx, { accountId: id, roles: account.staffRoles ?? [], grantedBy: null, at: now })
    if (isNew && activated) await insertConsent(tx, { accountId: id, versions: versionsInForce(context), acceptedAt: now, ip: OWN_ADDRESS })
    // Another process may have created it in the meantime.
    return isNew ? id : ((await findAccountByEmail(tx, email))?.id ?? id)
  })
}

const isActive = ({ activatedAt, frozenAt, state }: AccountRow): boolean => activatedAt !== null && frozenAt === null && !isShut(state)
