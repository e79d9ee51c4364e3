import type { MountedModule } from '../../platform/module.ts'
import type { Bank } from './banks.ts'

export interface Parameters extends MountedModule {
  readonly banks: readonly Bank[]
  bank(id: number): Bank | null
}
