/** What kinds of approval about suspicious transaction reports share: they name no person, and only who may read reports learns of a request. */
import type { Connection } from '../../../platform/database.ts'
import { ROS_OBJECT } from './change-ros.ts'
import { findRos, rosAbout } from './ros-store.ts'

export const aboutRos = {
  confidential: { permission: 'regulatory.read', objectType: ROS_OBJECT, targetsAbout: rosAbout },
  concerned: async (connection: Connection, { rosId }: { readonly rosId: string }): Promise<string | null> =>
    (await findRos(connection, rosId))?.accountId ?? null,
} as const
