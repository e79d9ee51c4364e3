/** Composition of policies: the texts in force, by date. */
import type { PolicySlug } from '@tunjo/contract/policies'
import type { Platform } from '../../../platform/module.ts'
import { createCatalogue } from './catalogue.ts'
import { readPoliciesSettings } from './config.ts'
import { readVersions } from './read-versions.ts'
import { policyRoutes } from './routes.ts'
import { inForce, upcoming } from './rules.ts'
import type { Edition, Policies, PolicyVersion } from './types.ts'

export function createPolicies({ env, settings, clock }: Pick<Platform, 'env' | 'settings' | 'clock'>): Policies {
  const versions = readVersions(readPoliciesSettings(env).textsFolder)
  const versionsOf = (slug: PolicySlug) => versions.get(slug) ?? []
  return {
    name: 'policies',
    routes: policyRoutes(createCatalogue({ versions, clock, origin: settings.publicUrl })),
    inForce(slug) {
      const version = inForce(versionsOf(slug), clock.now())
      if (!version) throw new Error(`policy ${slug} has no text`)
      return editionOf(version)
    },
    upcoming(slug) {
      const version = upcoming(versionsOf(slug), clock.now())
      return version ? editionOf(version) : null
    },
  }
}

const editionOf = ({ slug, version, title, date, changes = '' }: PolicyVersion): Edition => ({ slug, version, title, date, changes })
