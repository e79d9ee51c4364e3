/** Test harness of deadlines: separate officers, and the notices and mails that the product would write. */
import { permissionsOf, type StaffRole } from '@tunjo/contract/permissions'
import type { Platform } from '../../../platform/module.ts'
import type { Configuration } from '../../reference/configuration/index.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import type { DeadlinesContext } from './context.ts'

export interface Officer {
  readonly id: string
  readonly role: StaffRole
}

export function deadlinesOf(platform: Platform, configuration: Pick<Configuration, 'at'>, officers: readonly Officer[]): DeadlinesContext {
  const { notify } = createNotifications(platform)
  const identity: DeadlinesContext['identity'] = {
    person: async (id) => ({ id, email: `${id}@tunjo.example`, createdAt: new Date(0), state: 2, isActive: true }),
    staff: {
      officersWith: async (_connection, permission) =>
        officers.filter(({ role }) => permissionsOf([role]).includes(permission)).map(({ id }) => id),
    },
  }
  const { db, clock } = platform
  return { db, clock, configuration, identity, notifications: { notify } }
}
