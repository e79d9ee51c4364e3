/** What trading offers other modules: nothing but its routes. */
import type { MountedModule } from '../../platform/module.ts'

/** Nobody calls trading from inside; it is reached by its routes and by the events of the chain. */
export type Trading = MountedModule
