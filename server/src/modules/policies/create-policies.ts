import type { MountedModule, Platform } from '../../platform/module.ts'
import { readVersions } from './read-versions.ts'
import { policyRoutes } from './routes.ts'
import { createShelf } from './shelf.ts'

export function createPolicies({ settings }: Platform): MountedModule {
  return { name: 'policies', routes: policyRoutes(createShelf(readVersions(), settings.publicUrl)) }
}
