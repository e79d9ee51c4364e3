/** True when the account is closed: nothing of its person is asked for, decided or granted any more. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Connection } from '../../../../platform/database/database.ts'
import type { KycContext } from './context.ts'

export const isClosed = async ({ identity }: Pick<KycContext, 'identity'>, connection: Connection, accountId: string): Promise<boolean> =>
  (await identity.person(accountId, connection))?.state === ACCOUNT_STATE.closed

export const ACCOUNT_CLOSED = { rejection: 'account_closed' } as const
