/** What the module offers others. */
import type { Figures } from '../../platform/figures.ts'
import type { MountedModule } from '../../platform/module.ts'

export interface Crypto extends MountedModule {
  /** One pass of the scanner now, instead of at the next schedule. */
  follow(): Promise<void>
  /** Asks for the sweeps that are due now. */
  sweep(): Promise<void>
  readonly figures: Figures
}
