/** Badge of a suspicious transaction report's state, and the report's address. */
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { RosState } from '@tunjo/contract/regulatory-ros'
import { formatDate } from '../../ui/date-time.tsx'
import type { StatusKind } from '../../ui/status-badge.tsx'

export const ROS_KIND: Readonly<Record<RosState, StatusKind>> = {
  draft: 'neutral',
  proposed: 'waiting',
  approved: 'failed',
  returned: 'waiting',
  filed: 'done',
  discarded: 'neutral',
}

export const REGULATORY_PATH = '/application/administrative/regulatory'
export const rosPath = (id: string): string => `${REGULATORY_PATH}/ros/${id}`

/** Display text of a day of Bogotá, `2026-11-21`. */
export const dayText = (day: string): string => formatDate(startOfBogotaDay(day), 'day')
