/** Shared dependencies of the use cases of this module. */
import type { Platform } from '../../../../platform/module.ts'
import type { PartialUploads } from '../../../../platform/partial-uploads/index.ts'
import type { Notifications } from '../../../reference/notifications/index.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import type { Identity } from '../../identity/index.ts'

export interface KycDependencies {
  readonly identity: Pick<Identity, 'person' | 'setState'>
  readonly parameters: Pick<
    Parameters,
    'identificationType' | 'city' | 'department' | 'occupation' | 'economicActivity' | 'countryName' | 'countryCode'
  >
  readonly notifications: Pick<Notifications, 'notify'>
}
export interface KycContext extends KycDependencies, Pick<Platform, 'db' | 'clock' | 'outbox' | 'audit' | 'files' | 'uploads'> {
  readonly partialUploads: PartialUploads
}
