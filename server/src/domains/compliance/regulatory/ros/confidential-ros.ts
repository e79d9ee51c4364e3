/**
 * Shared rules of approval kinds about suspicious transaction reports: they name no person, and only officers who may read reports learn of
 * a request.
 */
import type { Connection } from '../../../../platform/database/database.ts'
import { ROS_OBJECT } from './ros-actions.ts'
import { findRos, rosAbout } from './ros-store.ts'

export const aboutRos = {
  confidential: { permission: 'regulatory.read', objectType: ROS_OBJECT, targetsAbout: rosAbout },
  concerned: async (connection: Connection, { rosId }: { readonly rosId: string }): Promise<string | null> =>
    (await findRos(connection, rosId))?.accountId ?? null,
} as const
