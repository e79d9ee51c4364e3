/** Shared types of this module. */
import type { DATA_REQUEST_ENTRIES, DataRequestKind, DataRequestState } from '@tunjo/contract/data-requests'
import type { Platform } from '../../../platform/module.ts'
import type { RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import type { Notifications } from '../../reference/notifications/index.ts'
import type { Identity } from '../identity/index.ts'

export interface RequestRow {
  readonly id: string
  readonly number: string
  readonly accountId: string
  readonly kind: DataRequestKind
  readonly state: DataRequestState
  readonly version: number
  readonly filedAt: Date
  readonly termFrom: Date
  readonly dueAt: Date | null
  readonly extendedAt: Date | null
  readonly completionAskedAt: Date | null
  readonly completeBy: Date | null
  readonly takenBy: string | null
  readonly endedAt: Date | null
}
export type EntryKind = (typeof DATA_REQUEST_ENTRIES)[number]
export interface EntryRow {
  readonly id: string
  readonly requestId: string
  readonly author: 'customer' | 'officer' | 'system'
  readonly authorId: string | null
  readonly kind: EntryKind
  readonly sealed: Buffer | null
  readonly at: Date
}

export interface PrivacyDependencies {
  readonly identity: Pick<Identity, 'person'>
  readonly notifications: Pick<Notifications, 'notify'>
}
export interface PrivacyContext extends PrivacyDependencies, Pick<Platform, 'db' | 'clock' | 'files' | 'audit'> {
  readonly rateLimit: RateLimit
}
